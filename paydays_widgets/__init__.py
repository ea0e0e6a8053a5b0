"""Board games about money for teaching auctions and debt: rules engines and Jupyter panels.

Importing this package loads nothing else. Engines (:mod:`paydays_widgets.games`) need no Jupyter;
panels (:mod:`paydays_widgets.panels`) load when a notebook imports them.
"""

__version__ = "0.2.0"
SITE = "https://paydays-widgets.github.io/paydays_widgets/"
"""Where games and lessons are published without a server."""
