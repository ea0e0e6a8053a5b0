"""Master Builder (Wolfgang Kramer and Hartmut Witt, 2008): crews, ascending auctions, credit.

Wages are due every round, but income comes once and late. A builder must therefore weigh skill
against its wage, each bid against the crew at hand, and a loan against the cost of waiting.
"""

from paydays_widgets.games.master_builder.engine import MASTER_BUILDER as GAME
from paydays_widgets.games.master_builder.rules import PRESETS, Rules

__all__ = ["GAME", "PRESETS", "Rules"]
