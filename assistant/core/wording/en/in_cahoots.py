"""English: the rulings of Eaten By Zombies!: In Cahoots."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.language import Wording

IN_CAHOOTS: Mapping[str, Wording] = MappingProxyType(
    {
        "step/next": Wording(
            "{player}: {step}[, {count}].",
            "The next step of the turn is {player}'s: {step}[, {count}]. Say when it is done.",
        ),
        "step/refused": Wording(
            "First {step}.", "Now comes {step} in {active}'s turn, so {asked} does not count here."
        ),
        "zombie/revealed": Wording(
            "Level {level}, attrition {attrition}.",
            "A zombie of level {level} and attrition {attrition} makes {horde} in the Horde; {left} still to reveal.",
        ),
        "zombie/added": Wording(
            "{player} adds level {level}.",
            "{player} adds a zombie of level {level} and attrition {attrition}: {horde} are in the Horde now.",
        ),
        "zombie/too-weak": Wording(
            "Attrition {attrition} is too little, {player}.",
            "With {horde} in the Horde, an added zombie needs an attrition greater than {horde}. Take it back.",
        ),
        "zombie/reshuffled": Wording(
            "Reshuffled: {reveals} zombies a turn.",
            "Every shuffle of the Zombie Discard adds one zombie to be revealed, on every turn from now on: {reveals}.",
        ),
        "choice/made": Wording(
            "{player}: {choice}.", "{player} has chosen to {choice}: play Swag with that sign, or with the Draw sign."
        ),
        "choice/changed": Wording("{player}: {choice} instead.", "The choice was taken back before it was bound."),
        "choice/echo": Wording(
            "{choice}, {player}: correct?", "I think it was {choice}, but I am not sure. Say yes, or say it again."
        ),
        "choice/bound": Wording(
            "{player} has chosen to {choice}.", "The choice binds and cannot be taken back any more."
        ),
        "choice/not-yours": Wording("{active} chooses, {player}.", "It is {active}'s turn to fight or to flee."),
        "swag/played": Wording("Total {total}.", "{player} has played Swag worth {total} so far."),
        "swag/special": Wording(
            "{player} plays a special card.", "The card's text allows it now; see to what it does."
        ),
        "swag/early": Wording(
            "Take it back: first fight or flee.",
            "No Swag is played before the choice, unless the card itself says that it may be.",
        ),
        "swag/wrong-sign": Wording(
            "Take it back: {choice} signs only.", "After choosing to {choice}, Swag needs that sign or the Draw sign."
        ),
        "total/noted": Wording(
            "Total {total}.", "I was not told of the Horde, so you have to see yourselves what {total} does to it."
        ),
        "fight/won": Wording(
            "{player} kills all {killed}.", "A fight of {total} kills {killed}, so the Horde is gone."
        ),
        "fight/lost": Wording(
            "{killed} killed, {left} left: lose {lose}.",
            "A fight of {total} kills {killed} in the order in which they came. No scavenging: {player} loses {lose}.",
        ),
        "flee/escaped": Wording(
            "{player} escapes and loses {lose}.",
            "{total} is enough against an attrition of {attrition}; half of it, rounded up, is lost: {lose}.",
        ),
        "flee/failed": Wording(
            "{player} is caught and loses {lose}.",
            "{total} is not enough against an attrition of {attrition}: no scavenging, and {lose} to be lost.",
        ),
        "scavenge/taken": Wording(
            "Find {find} taken, {left} left.", "{player} takes Swag with a Find of {find}; {left} may still be taken."
        ),
        "attrition/paid": Wording("{count} lost, {left} to go.", "{player} has lost {count} to attrition."),
        "attrition/short": Wording(
            "{player} can lose no more.", "{count} should still be lost, but nothing is left that may be."
        ),
        "horde/dissipated": Wording(
            "{count} of the Horde dissipates.", "The oldest leaves first, here level {level}: {left} stay in the Horde."
        ),
        "hand/drawn": Wording(
            "{player} draws {count}.",
            "A hand is drawn up to six, or discarded down to it; a number below zero is discarded. {deck} in the deck.",
        ),
        "survivor/dies": Wording("{player} cannot draw, and dies.", "Both of {player}'s piles are empty."),
        "match/both-win": Wording(
            "No zombies left: you both win!", "One had to be revealed and none was there, so the game ends at once."
        ),
        "match/both-lose": Wording("Six zombies: you both lose.", "A hand of nothing but zombies lets them all in."),
    }
)
"""The wording of the codes of In Cahoots."""

IN_CAHOOTS_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "step:reveal": "reveal zombies",
        "step:adding": "add zombies or nothing",
        "step:choice": "fight or flee",
        "step:playing": "play Swag",
        "step:total": "tell the total",
        "step:scavenging": "scavenge",
        "step:clean-up": "clean up",
        "step:attrition": "lose cards",
        "step:dissipating": "dissipate a zombie",
        "step:drawing": "draw to six",
        "asked:reveal": "revealing",
        "asked:choice": "the choice",
        "asked:total": "the total",
        "asked:clean-up": "cleaning up",
        "asked:attrition": "losing cards",
        "rule:others-turn": "it is the other player's turn",
        "rule:others-horde": "the other player adds zombies",
        "rule:enough-revealed": "enough zombies are revealed",
        "rule:empty-hand": "that hand is empty",
        "rule:deck-not-empty": "the zombie deck is not empty",
        "rule:find-too-much": "that is more find than the total",
        "rule:find-not-equal": "find must equal the total",
        "rule:hand-limit": "a hand holds six",
        "rule:too-many-lost": "that is more than must be lost",
        "rule:not-from-discard": "nothing from the discard",
        "rule:zombies-from-deck": "only the deck loses zombies",
        "rule:lost-from-where": "from hand, deck or discard?",
        "rule:not-so-many": "there are not so many cards",
        "rule:can-draw": "there are cards to draw",
        "rule:not-six": "that is no hand of six",
    }
)
"""How the game's own words are said."""
