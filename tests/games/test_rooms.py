"""The modules of the games on the shelf are what their Protocols ask for: mypy checks it here."""

from paydays_widgets import games
from paydays_widgets.games.auction_room import board as auction_room_board
from paydays_widgets.games.auction_room import bots as auction_room_bots
from paydays_widgets.games.auction_room import deck as auction_room_deck
from paydays_widgets.games.auction_room import panel as auction_room_panel
from paydays_widgets.games.auction_room import text as auction_room_text
from paydays_widgets.games.market import board as market_board
from paydays_widgets.games.market import bots as market_bots
from paydays_widgets.games.market import deck as market_deck
from paydays_widgets.games.market import panel as market_panel
from paydays_widgets.games.market import text as market_text
from paydays_widgets.games.master_builder import board as master_builder_board
from paydays_widgets.games.master_builder import bots as master_builder_bots
from paydays_widgets.games.master_builder import deck as master_builder_deck
from paydays_widgets.games.master_builder import panel as master_builder_panel
from paydays_widgets.games.master_builder import text as master_builder_text
from paydays_widgets.games.pay_day import board as pay_day_board
from paydays_widgets.games.pay_day import bots as pay_day_bots
from paydays_widgets.games.pay_day import deck as pay_day_deck
from paydays_widgets.games.pay_day import panel as pay_day_panel
from paydays_widgets.games.pay_day import text as pay_day_text
from paydays_widgets.games.zahltag import board as zahltag_board
from paydays_widgets.games.zahltag import bots as zahltag_bots
from paydays_widgets.games.zahltag import deck as zahltag_deck
from paydays_widgets.games.zahltag import panel as zahltag_panel
from paydays_widgets.games.zahltag import text as zahltag_text
from paydays_widgets.games.zock import board as zock_board
from paydays_widgets.games.zock import bots as zock_bots
from paydays_widgets.games.zock import deck as zock_deck
from paydays_widgets.games.zock import panel as zock_panel
from paydays_widgets.games.zock import text as zock_text
from paydays_widgets.show.protocols import (
    BoardModule,
    BotsModule,
    DeckModule,
    OwnPanel,
    TextModule,
)

BOARDS: tuple[BoardModule, ...] = (
    auction_room_board,
    market_board,
    master_builder_board,
    pay_day_board,
    zahltag_board,
    zock_board,
)
BOTS: tuple[BotsModule, ...] = (
    auction_room_bots,
    market_bots,
    master_builder_bots,
    pay_day_bots,
    zahltag_bots,
    zock_bots,
)
DECKS: tuple[DeckModule, ...] = (
    auction_room_deck,
    market_deck,
    master_builder_deck,
    pay_day_deck,
    zahltag_deck,
    zock_deck,
)
PANELS: tuple[OwnPanel, ...] = (
    auction_room_panel,
    market_panel,
    master_builder_panel,
    pay_day_panel,
    zahltag_panel,
    zock_panel,
)
TEXTS: tuple[TextModule, ...] = (
    auction_room_text,
    market_text,
    master_builder_text,
    pay_day_text,
    zahltag_text,
    zock_text,
)


def test_every_game_on_the_shelf_is_checked() -> None:
    for modules in (BOARDS, BOTS, DECKS, PANELS, TEXTS):
        assert len(modules) == len(games.names())
