"""English: the rulings of Zombies! Need more Brains."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.language import Wording

NEED_MORE_BRAINS: Mapping[str, Wording] = MappingProxyType(
    {
        "turn/begins": Wording(
            "{player}'s turn; {dealer} deals.",
            "Round {round}: shuffle, let the next player cut, and {dealer} deals to {player}.",
        ),
        "round/begins": Wording(
            "Round {round}: {player} decides first.",
            "The Horde decides in this order: {row}. {dealer} deals, and the Pink Brain lies with {player}.",
        ),
        "horde/row": Wording("The row is {row}.", "The tokens lie in this order: {row}. Ties are broken by it."),
        "pink/moves": Wording(
            "The Pink Brain goes to {player}.",
            "Whoever had the Pink Brain has left the round, so {player} decides first from now on.",
        ),
        "decision/ask": Wording(
            "{player}: more brains, or no more brains?", "Nobody chooses for {player}: one of the two must be said."
        ),
        "decision/more": Wording(
            "{player} goes on.", "{player} wants more brains: {cards} to be turned before the next choice."
        ),
        "decision/which": Wording(
            "More or no more, {player}?",
            "A no came just before more brains, so it may have been that. It counts as neither: say it again.",
        ),
        "decision/not-yours": Wording(
            "{decider} decides now, {player}.", "It is {decider}'s decision; what {player} said does nothing."
        ),
        "decision/bound": Wording(
            "{player} has decided already.", "The first complete call binds until the next card is turned."
        ),
        "decision/card-first": Wording(
            "First the card: nobody decides yet.",
            "{owed} still to be turned before anybody decides; tell me the card.",
        ),
        "decision/timeout": Wording(
            "No answer: {player} stops.", "{player} was asked and did not answer; by the house rules that is a stop."
        ),
        "card/ask": Wording("Which card is it? Please {how}.", "{owed} to be told before anybody can decide."),
        "card/brains": Wording("{points}; {stake} at stake.", "A brain card worth {points}: {stake} at stake in all."),
        "card/gunfire": Wording(
            "A bullet: one more and you are out.", "Everybody still in has {bullets} now; two put a zombie out."
        ),
        "card/chase": Wording(
            "Chase: {cards} cards, or stop.",
            "More brains means {cards} cards with no choice in between; what is due already must be taken.",
        ),
        "card/double": Wording(
            "The next card counts {times} times.",
            "Whatever card comes next, its brains, bullets or chase count {times} times.",
        ),
        "bullets/out": Wording(
            "{player} is out: no points.", "Two bullets put {player} out of this round. Brains banked before are safe."
        ),
        "turn/ended": Wording(
            "{player}'s turn is over.", "The turn was ended by command, with no points as far as I know."
        ),
        "bank/made": Wording(
            "{player} banks {points}, total {total}.", "{player} stops and collects {points}, which makes {total}."
        ),
        "bank/ask": Wording(
            "How many brains, {player}?", "I was not told every card. Tell me: {player} banks, and the number."
        ),
        "pity/given": Wording(
            "A Pity Brain for {player}: {total}.",
            "At the end of a round the lowest score gets one: {player} has {total}.",
        ),
        "final/begins": Wording(
            "{player} has {total}. Last chance!",
            "{player} leads with {total}. Everybody below the target has one more turn, and must pass that score.",
        ),
        "leader/changes": Wording(
            "{player} passes {victim} with {total}.", "{player} has {total}, more than {victim}, and leads now."
        ),
        "solo/round": Wording("Round {round} of six.", "{player} plays round {round} of six."),
        "solo/shuffle": Wording(
            "Shuffle the deck: {left} rounds to go.", "Three rounds are played from one deck; now it is shuffled."
        ),
        "solo/ended": Wording("{total}: {title}.", "{player} has {total} after six rounds: {title}."),
    }
)
"""The wording of the codes of Zombies! Need more Brains."""

NEED_MORE_BRAINS_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "how:voice": "call it",
        "how:key": "type it",
        "title:fun": "everyone had fun",
        "title:winner": "Zombie Winner",
        "title:head": "Head Zombie of the Horde",
        "title:super": "Super Zombie leader",
        "rule:decide-first": "first more, or no more",
        "rule:not-in": "that player is not in the hunt",
        "rule:nothing-to-bank": "that player has nothing to bank",
        "rule:whose": "it is not clear whose",
        "rule:under-way": "the game is under way",
        "rule:no-row": "only the Horde has a row",
        "rule:whole-row": "a row names everybody once",
    }
)
"""How the game's own words are said."""
