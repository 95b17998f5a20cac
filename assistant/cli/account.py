"""What a judged match looks like: the readable running account, or JSON Lines."""

from assistant.announce.console import Account
from assistant.announce.json_lines import JsonLines
from assistant.app import Verbosity
from assistant.core.fold import MatchSetup
from assistant.core.house_rules import read_aloud
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.refold import RulesT, StateT
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render


def json_lines() -> JsonLines:
    """Return what prints JSON Lines on standard output."""
    return JsonLines(render)


def rulings_alone() -> Account:
    """Return what prints rulings and how the scores change."""
    return Account(render, calls=False)


def account(match: MatchSetup[StateT, RulesT], verbosity: Verbosity) -> Account:
    """Return what prints a running account of a match, after its house rules where they are not the usual ones."""
    meanings = {info.code: info.meaning for info in (*match.game.info.codes, *REFEREE_CODES)}

    def more(ruling: Ruling) -> str:
        return explain(ruling, meaning=meanings.get(ruling.code, ""))

    told = Account(render, more if verbosity is Verbosity.FULL else None, calls=verbosity is not Verbosity.QUIET)
    told.introduce(f"{match.game.info.title}: {', '.join(match.table.players)}. {read_aloud(match.rules)}")
    return told
