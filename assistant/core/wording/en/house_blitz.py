"""English: the rulings of Zombie House Blitz."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.language import Wording

HOUSE_BLITZ: Mapping[str, Wording] = MappingProxyType(
    {
        "player/ready": Wording("{player} is ready; {left} to go.", "The round starts once everybody is ready."),
        "round/countdown": Wording("{left}.", "So many seconds are left to the start."),
        "round/live": Wording("Go!", "Round {round} has begun: everybody turns the top card of the House."),
        "round/already": Wording("The round is on already.", "Go was said, but the round has begun before."),
        "round/unscored": Wording(
            "First the last round: {missing}.",
            "With the board tracked, every result is told before the next round. Missing: {missing}.",
        ),
        "round/frozen": Wording(
            "Freeze! {player} stops.",
            "After {length_ms} {player} says that the House is empty, so no card moves any more. A card in the air "
            "counts only if it had touched the table before: look at it together, or hear the moment again.",
        ),
        "stop/together": Wording(
            "[{first} and ]{player} stop together.",
            "The two calls ended {margin} apart; below {tie_band} nobody can tell them apart. Only the moment of the "
            "freeze matters, and no points hang on who was first.",
        ),
        "stop/late": Wording(
            "The round is frozen already.", "The round had been stopped {late_ms} before[, by {first}]."
        ),
        "stop/idle": Wording("No round is on.", "Stop counts only while a round is played; it is noted."),
        "stop/not-alone": Wording(
            "Stop must stand alone, {player}.",
            "It came right behind other words, so it may have been talk. Say it again by itself.",
        ),
        "stop/questioned": Wording(
            "Is {player}'s House empty?", "Look at the House. If a card is left, tell me: false stop."
        ),
        "stop/false": Wording(
            "False stop by {player}: {consequence}.",
            "Stop was said with cards left in the House, so it is taken back: {consequence}. Score: {total}.",
        ),
        "house/empty": Wording(
            "{player}'s House is empty: say stop!", "The round goes on until Stop is said, even with an empty House."
        ),
        "score/round": Wording(
            "{player} {points}, total {total}.",
            "{saved} saved at two points, {house} left in the House and {dead} dead at minus one, make {points} for "
            "round {round}.",
        ),
        "score/missing": Wording(
            "{player}'s last round is not scored.",
            "A new round has begun, so the last one counts nothing for {player}.",
        ),
        "round/tie": Wording(
            "{leaders} tie: another round.",
            "{total} are enough to win, but only one leader can: ties play another round.",
        ),
    }
)
"""The wording of the codes of Zombie House Blitz."""

HOUSE_BLITZ_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "consequence:resume": "the round goes on",
        "consequence:-2": "minus two, and the round goes on",
        "consequence:round_void": "the round is void",
        "consequence:stands": "the other stop stands",
        "rule:round-live": "the round is on already",
        "rule:no-round": "no round is on",
        "rule:no-stop": "there is no stop to take back",
        "rule:scored-already": "that is scored already",
        "rule:not-the-stopper": "that player did not stop it",
        "rule:stop-first": "a round is scored after a stop",
        "rule:house-cards": "a House holds at most ten",
        "rule:deck-cards": "a deck has thirty-six cards",
        "rule:house-not-empty": "a stopper's House is empty",
    }
)
"""How the game's own words are said."""
