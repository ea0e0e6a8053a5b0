"""Named strategies: each a small function from what a seat may know, and a draw, to its move.

Read one, then write a better one: any ``choose(view, luck)`` that returns a legal move can take a
seat at a table. The words that they use are defined in
:mod:`paydays_widgets.games.pay_day.reading`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from paydays_widgets.core.chance import choice_by_kind
from paydays_widgets.core.game import me
from paydays_widgets.core.table import Strategy
from paydays_widgets.core.text import Words
from paydays_widgets.games.pay_day.moves import Move, Pass
from paydays_widgets.games.pay_day.reading import (
    asked,
    buy_if,
    chance_to_sell,
    deal_offered,
    dues,
    loan_needed,
    months_left,
    own,
    raise_least,
    repay,
    save_all_but,
    sell_dearest,
    stake_on_credit,
    stake_up_to,
    to_spare,
    worth_of_deal,
    worth_of_insurance,
)
from paydays_widgets.games.pay_day.state import View

RESERVE: Final = 200
"""What ``saver`` and ``investor`` keep in cash, in dollars: withdrawing costs a fee."""
ALL_IN: Final = 100
"""The highest stake at poker and on Swellfare, in dollars."""


def random_legal(view: View, luck: int) -> Move:
    """Choose any legal move at random: first what to do, then with which Deal or sum.

    Idea: none at all; this is the yardstick for the others.
    Why it could win: it buys a good many Deals, and Deals pay.
    How it loses: it borrows for nothing, keeps loans while it has cash, and moves money in and
    out of the bank.
    """
    return choice_by_kind(view.legal, luck)


def no_debt(view: View, _luck: int) -> Move:
    """Never borrow unless forced to.

    Idea: interest of 20% a month is the greatest expense in the game. Buy a Deal only with cash
    that no bill will need and while a buyer is likely to come, stake only cash on Swellfare, never
    play poker.
    Why it could win: in a bad month the others pay for their loans, and it does not.
    How it loses: a Deal bought on credit earns more than its interest costs, and this strategy
    turns most of them down.
    """
    match asked(view):
        case "buy":
            affordable = deal_offered(view).cost <= to_spare(view)
            return buy_if(view, wanted=affordable and worth_of_deal(view) > 0)
        case "bet":
            return stake_up_to(view, own(view).cash)
        case "sell":
            return sell_dearest(view)
        case "raise":
            return raise_least(view)
        case "bank":
            return repay(view)
        case _:
            return Pass(me(view))


def leverage_every_deal(view: View, _luck: int) -> Move:
    """Buy every Deal, on credit if need be, and let the buyers pay the bank.

    Idea: a Deal sells for at least half as much again as it cost; a loan costs a fifth a month.
    So borrow for every Deal while a buyer is more likely to come than not, and pay back whenever
    there is cash.
    Why it could win: over many months every Deal finds its buyer, and each leaves a profit.
    How it loses: only one Deal is sold per visit, and it never counts those that wait already.
    In a short game some are left over, worthless, while the loan remains.
    """
    match asked(view):
        case "buy":
            return buy_if(view, wanted=chance_to_sell(view) > 1 / 2)
        case "bet":
            return stake_on_credit(view, ALL_IN)
        case "sell":
            return sell_dearest(view)
        case "raise":
            return raise_least(view)
        case "bank":
            return repay(view)
        case _:
            return Pass(me(view))


def insurer(view: View, luck: int) -> Move:
    """Insure everything, and be careful with the rest.

    Idea: an insurance cancels every bill of its kind, those in hand and those still to come.
    Buy each one that comes, in the last month only if it saves its price; otherwise play like
    ``no_debt``.
    Why it could win: bought early in a long game, or with bills in hand, it saves its price.
    How it loses: an insurance needs six to eight months to save its price. In a game of three
    it is money thrown away, and doubly so when borrowed.
    """
    if asked(view) == "insure":
        return buy_if(view, wanted=months_left(view) > 0 or worth_of_insurance(view) > 0)
    return no_debt(view, luck)


def saver(view: View, luck: int) -> Move:
    """Put money into savings on every Pay Day, and live on little.

    Idea: savings earn 10% a month without any risk. Keep some cash for the month and save the
    rest. Take it out for a Deal that is worth the fee, but never borrow for one; in all else play
    like ``no_debt``.
    Why it could win: over many months it earns interest and pays hardly any.
    How it loses: when cash runs short, each withdrawal costs a fee; and it turns down the dear
    Deals, which earn more in a month than savings do in three.
    """
    match asked(view):
        case "bank" if months_left(view):
            return save_all_but(view, RESERVE)
        case "buy":
            needs_no_loan = not loan_needed(own(view), deal_offered(view).cost + dues(view))
            return buy_if(view, wanted=needs_no_loan and worth_of_deal(view) > 0)
        case _:
            return no_debt(view, luck)


def gambler(view: View, luck: int) -> Move:
    """Take every chance: poker always, Swellfare to the limit, Deals that double the money.

    Idea: nothing staked, nothing won. Borrow for a stake if need be, and even to be allowed one
    on Swellfare.
    Why it could win: it takes the others' stakes at poker, and Swellfare pays ten times the
    stake one time in three, which is well worth it.
    How it loses: poker earns nothing on average, and money borrowed for it costs interest; it
    never saves.
    """
    match asked(view):
        case "buy":
            deal = deal_offered(view)
            doubles = deal.price >= 2 * deal.cost
            return leverage_every_deal(view, luck) if doubles else Pass(me(view))
        case "stake":
            return stake_up_to(view, ALL_IN)
        case _:
            return leverage_every_deal(view, luck)


def investor(view: View, luck: int) -> Move:
    """Work out what each offer is worth on average, and take it if that is above zero.

    Idea: work out how many buyers will come before the end, and how likely; buy a Deal if what it
    adds to the sales exceeds its cost, the fee and the interest. Insure if the bills in hand and
    those still to come exceed the premium. Borrow to be allowed a stake on Swellfare while that
    pays, but never play poker.
    Why it could win: it borrows while that pays and stops in time.
    How it loses: averages hide risk, and luck decides short games.
    """
    match asked(view):
        case "buy":
            return buy_if(view, wanted=worth_of_deal(view) > 0)
        case "insure":
            return buy_if(view, wanted=worth_of_insurance(view) > 0)
        case "bank" if months_left(view):
            return save_all_but(view, RESERVE)
        case _:
            return leverage_every_deal(view, luck)


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "random_legal": random_legal,
        "no_debt": no_debt,
        "leverage_every_deal": leverage_every_deal,
        "insurer": insurer,
        "saver": saver,
        "gambler": gambler,
        "investor": investor,
    }
)
"""The strategies that can play a seat, by name."""

TITLES: Final[Mapping[str, tuple[Words, Words]]] = MappingProxyType(
    {
        "random_legal": (
            Words("Random", "Au hasard", "Zufall"),
            Words(
                "Draws lots: first what to do, then with which sum.",
                "Tire au sort : d’abord que faire, puis avec quelle somme.",
                "Lässt das Los wählen: erst, was zu tun ist, dann, mit welchem Betrag.",
            ),
        ),
        "no_debt": (
            Words("No debt", "Sans dette", "Ohne Schulden"),
            Words(
                "Buys only with cash that no bill will need.",
                "N’achète qu’avec l’argent dont aucune facture n’aura besoin.",
                "Kauft nur mit Bargeld, das keine Rechnung brauchen wird.",
            ),
        ),
        "leverage_every_deal": (
            Words("All on credit", "Tout à crédit", "Alles auf Kredit"),
            Words(
                "Buys Deals on credit while a buyer is likely, and pays back when one comes.",
                "Achète à crédit tant qu’un acheteur est probable, et rembourse quand il vient.",
                "Kauft auf Kredit, solange ein Käufer zu erwarten ist, und zahlt dann zurück.",
            ),
        ),
        "insurer": (
            Words("Insurer", "Assuré", "Versicherter"),
            Words(
                "Buys every insurance that comes, and is careful in all else.",
                "Achète toute assurance qui arrive, et reste prudent pour le reste.",
                "Kauft jede Versicherung, die kommt, und ist sonst vorsichtig.",
            ),
        ),
        "saver": (
            Words("Saver", "Épargnant", "Sparer"),
            Words(
                "Saves on every Pay Day and never borrows for a Deal.",
                "Épargne à chaque paye et n’emprunte jamais pour une affaire.",
                "Spart an jedem Zahltag und leiht nie für ein Geschäft.",
            ),
        ),
        "gambler": (
            Words("Gambler", "Flambeur", "Glücksspieler"),
            Words(
                "Always plays poker, bets all on Swellfare, and buys what doubles its money.",
                "Joue toujours au poker, mise tout sur Swellfare, achète ce qui double l’argent.",
                "Pokert immer, setzt bei Swellfare alles und kauft, was das Geld verdoppelt.",
            ),
        ),
        "investor": (
            Words("Investor", "Investisseur", "Anleger"),
            Words(
                "Reckons what each offer is worth on average, and stops in time.",
                "Calcule ce que vaut chaque offre en moyenne, et s’arrête à temps.",
                "Rechnet aus, was jedes Angebot im Mittel wert ist, und hört rechtzeitig auf.",
            ),
        ),
    }
)
"""Each strategy's short title and its idea in one line, for the panel's menu."""
