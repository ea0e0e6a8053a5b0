"""Games about money for teaching auctions and debt, as rules engines and Jupyter panels.

Importing this package loads nothing else: engines (:mod:`paydays_widgets.games`) need no
Jupyter, and panels (:mod:`paydays_widgets.panels`) are imported when a notebook asks for them.
"""

__version__ = "0.1.0"
