"""English: the rulings of Grave Feast."""

from collections.abc import Mapping
from types import MappingProxyType

from assistant.core.wording.en.shared import FAULT, FAULT_SPOKEN
from assistant.core.wording.language import Wording

GRAVE_FEAST: Mapping[str, Wording] = MappingProxyType(
    {
        "eater/feeding": Wording(
            "{player}'s {eater} feeds.",
            "{player} played a {eater} with its word. It is bound to that {kind} family now.",
        ),
        "eater/inexact": Wording(
            "{player} said {heard}, not {word}.",
            "The {eater} needs the word {word}. It stays unless another player says: I call it.",
        ),
        "eater/silent": Wording(
            "No {word} heard from {player}.",
            "{player} attached a {eater} without its word, {word}. It stays unless another player says: I call it.",
        ),
        "eater/stands": Wording(
            "Not called: {player}'s {eater} stays.",
            "Nobody called the missing or wrong word in time, so {player}'s {eater} feeds.",
        ),
        "eater/lost": Wording(
            "{player} loses the {eater}: no {word}.",
            "The {eater} was not played with the word {word}[ and {challenger} called it], so it goes to the discard "
            "pile.",
        ),
        "challenge/rejected": Wording(
            "There is nothing to call.", "No eater of another player lacks its word just now, so nothing is lost."
        ),
        "eater/no-family": Wording(
            "{player} has no family for that {eater}.",
            "A zombie feeds on brains, a vampire on blood: lay the family first, or store the {eater} in the Mash.",
        ),
        "creepy/vote": Wording(
            "Was {player} creepy? Please vote.",
            "The word was right, but somebody missed the creepiness, which only the table can judge. Tell me if it was "
            "not creepy; otherwise the eater stays.",
        ),
        "creepy/remark": Wording(
            "Right word. Creepier next time, {player}!",
            "Creepiness has no measure, so by the house rules I only remark on it: {player}'s {eater} stays.",
        ),
        "claim/stands": Wording(
            "{player}'s {count} are safe from succubi.",
            "{player}'s announcement is complete, so no succubus may take the family. A preacher may still come for "
            "{window_s} seconds, or until {player} says done.",
        ),
        "claim/inexact": Wording(
            f"Not exact, {{player}}{FAULT_SPOKEN}.",
            f"An announcement that is not word for word blocks nobody and costs nothing: say it again. "
            f"Heard: {{heard}}{FAULT}.",
        ),
        "claim/miscounted": Wording(
            "{count} announced, but there are {size}.",
            "The number announced, {count}, is not the family's size, {size}, so nobody is blocked. Say it again.",
        ),
        "claim/too-small": Wording(
            "{size} are too few: three at least.",
            "A family goes to the graveyard only with three humans or more, not {size}. Nobody is blocked.",
        ),
        "claim/no-eater": Wording(
            "No eater feeds there, {player}.",
            "A family of {count} goes to the graveyard only with an eater: say its word first.",
        ),
        "claim/no-family": Wording(
            "{player} has no family to take.", "As the board is told, {player} has no family that could be announced."
        ),
        "claim/whose": Wording(
            "Who said that? Say it again.",
            "I cannot tell who announced, and after a steal it matters. It blocks nobody until I know who says it.",
        ),
        "claim/unowned": Wording(
            "{count} scored: whose are they?",
            "{count} humans reach a graveyard, but I cannot tell whose. Tell me: the points go to, and the name.",
        ),
        "claim/repeated": Wording(
            "{player}'s announcement stands already.", "It was complete before: saying it again changes nothing."
        ),
        "claim/void": Wording(
            "Void[: late by {late_ms}].",
            "[{owner} has stolen the family: ]{player}'s announcement came too late[, by {late_ms}], and is void.",
        ),
        "claim/scored": Wording(
            "{player} scores {count}, total {total}.",
            "{count} humans reach {player}'s graveyard: {total} in all, {left} to go. The eater is discarded.",
        ),
        "steal/made": Wording(
            "{player} steals the {loot}[ from {victim}].",
            "{player}'s succubus takes the {loot}[ from {victim}] with all that belongs to it, and is discarded. A "
            "family still has to be announced.",
        ),
        "steal/lost": Wording(
            f"{{player}} loses the succubus{FAULT_SPOKEN}.",
            f"The word is seduce; heard: {{heard}}{FAULT}. The succubus goes to the discard pile without effect.",
        ),
        "steal/blocked": Wording(
            "Blocked by {late_ms}.",
            "[{owner}'s ]announcement was complete {late_ms} before Seduce, so nothing is stolen; {card}.",
        ),
        "steal/no-target": Wording(
            "{player}, what should that steal?", "No family was heard of that this succubus could take: name it."
        ),
        "steal/which": Wording(
            "One thing only, {player}: which?",
            "A succubus takes one family or one Monster Mash, never both: say which, and whose.",
        ),
        "preach/played": Wording(
            "{player} prays: {window_s} seconds.",
            "{player}'s preacher will destroy the eater[ of {owner}], unless an evil preacher answers in {window_s} "
            "seconds.",
        ),
        "preach/waits": Wording(
            "{player}, another preacher already prays.",
            "[{first}'s ]preacher waits for an answer, so {player} keeps this one.",
        ),
        "preach/no-target": Wording(
            "{player}, there is no eater to destroy.", "No feeding eater was heard of, so the preacher is kept."
        ),
        "preach/lost": Wording(
            f"{{player}} loses the preacher{FAULT_SPOKEN}.",
            f"The prayer must be exact: the power of Christ compels you. Heard: {{heard}}{FAULT}. The preacher "
            "goes to the discard pile; another one may try again.",
        ),
        "preach/negated": Wording(
            "{player} negates: {window_s} seconds.",
            "{player}'s evil preacher stops the preacher, unless another one answers in {window_s} seconds.",
        ),
        "preach/destroyed": Wording(
            "The {eater} dies[; {owner} keeps the family].",
            "After {links} prayers the last one stands unanswered, so the {eater} goes to the discard pile. The humans "
            "stay where they are[, with {owner}], and nobody scores.",
        ),
        "preach/missed": Wording(
            "The eater is gone, {player}.",
            "The eater left the table while the preacher waited for an answer, so there is nothing to destroy.",
        ),
        "preach/survived": Wording(
            "The {eater} lives[; it is {owner}'s].",
            "After {links} prayers the last one is an evil preacher's, so the {eater} is not destroyed.",
        ),
        "evil/lost": Wording(
            f"{{player}} loses the preacher{FAULT_SPOKEN}.",
            "The words are: the power of evil compels you, and then a swear word, which is not optional. Heard: "
            f"{{heard}}{FAULT}. The card goes to the discard pile; the first preacher stands.",
        ),
        "evil/no-target": Wording(
            "{player}, there is no preacher to answer.", "An evil preacher answers a preacher, and none waits now."
        ),
        "evil/asked": Wording(
            "Does {word} count as a swear word?",
            "{word} is on none of my lists. Say yes if it counts, or no if it does not; otherwise nothing happens.",
        ),
        "evil/unanswered": Wording(
            "Nobody said, so {word} does not count.",
            "Nobody said whether {word} is a swear word: the evil prayer has no effect, and {player} keeps the card.",
        ),
        "preach/which": Wording(
            "At which eater, {player}?",
            "Several eaters lie in Monster Mashes: say at which you aim, and whose it is, then pray again.",
        ),
        "board/noted": Wording(
            "Noted, {player}.[ {hand} in hand.]", "{player} {what}: taken down.[ {hand} cards are left in the hand.]"
        ),
        "deck/recycled": Wording(
            "{count} corpses go back. Scores stay.",
            "The draw pile was turned over: {count} humans leave the graveyards for it, and the scores stay.",
        ),
        "coin/tossed": Wording(
            "The coin shows {side}.",
            "A coin is tossed for {player}, {reason}. It shows {side}, as the seed of the match wants.",
        ),
        "combo/begun": Wording(
            "One {weapon}: {window_s} seconds for another.",
            "It takes two {weapon} cards against the {card} of {victim}: the second must follow in {window_s} seconds, "
            "with its own words.",
        ),
        "combo/lapsed": Wording(
            "No second {weapon}: the {card} stays.",
            "The second {weapon} did not come in time for the {card} of {victim}.",
        ),
        "wife/placed": Wording(
            "{player} places a Devil Wife.",
            "She lies in the family area, cannot be stolen, and takes one card in every turn of {player}.",
        ),
        "wife/played": Wording(
            "{player}'s Devil Wife takes {count}.",
            "{player} discards {count} and takes {count} from anywhere, hands too; they cannot be played before the "
            "next turn.",
        ),
        "wife/lures": Wording(
            "The Devil Wife takes a {card}.[ Draw {draws}.]",
            "{player} takes a {card} from the {place}[ of {victim}], and nothing counters that.[ Still to draw: "
            "{draws}.]",
        ),
        "wife/died": Wording("{player}'s Devil Wife dies.", "{player}'s Devil Wife dies: {reason}. She is discarded."),
        "wife/survived": Wording(
            "She lives, and {player} picks {count}.",
            "The preachers explode, and {player} blindly picks {count} cards, one from every hand. In the next turn "
            "{player} may discard down to four.",
        ),
        "exorcist/played": Wording(
            "{monsters} monsters explode, {humans} humans go.",
            "Every visible monster explodes and every even human leaves, except those of {player}. The Exorcist is out "
            "of the game.",
        ),
        "exorcist/confuses": Wording(
            "Confused: {player}'s {card} fails.",
            "While the Exorcist watches, a monster that shows tails fails, and must wait until the next turn.",
        ),
        "exorcist/found": Wording(
            "The Exorcist! {player} loses everything.",
            "{player}'s Devil Wife found the Exorcist of {victim}: {cards} cards are shuffled and dealt to the others, "
            "{lost} points too, which leaves {total}, and it is the turn of {victim}, who keeps the Exorcist.",
        ),
        "exorcist/removed": Wording(
            "The Exorcist is gone.", "The Exorcist of {player} is removed from play: {reason}."
        ),
        "exorcist/dragged": Wording(
            "The Exorcist is dragged off.", "Two succubi took the Exorcist of {player} off guard: he is discarded."
        ),
        "exorcist/hides": Wording(
            "The Exorcist hides with {player}.",
            "He resisted two succubi and goes back to the hand of {player}, where he hides for {turns} turns.",
        ),
        "race/too-close": Wording(
            "Too close to call. {decision}.",
            "The calls[ of {first} and {second}] ended {margin} apart, and "
            "below {tie_band} nobody can tell them apart. {decision}.",
        ),
        "turn/next": Wording(
            "{player}'s turn.[ Draw {draws}.]", "It is the turn of {player}[, who draws {draws} cards to have five]."
        ),
        "turn/lost": Wording(
            "{player} loses a turn.",
            "{player}'s Devil Wife found the Exorcist in another player's turn, so the next turn of {player} is lost.",
        ),
        "game/won": Wording(
            "{player} wins the game with {total}.", "{player} has {total} humans in the graveyard. Games won: {games}."
        ),
        "set/won": Wording("{player} wins the set.", "{player} has won {games} games of a best of {best_of}."),
        "match/over": Wording("The match is over.", "The set is decided, so this call counts for nothing."),
    }
)
"""The wording of the codes of Grave Feast."""

GRAVE_FEAST_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "rule:not-your-turn": "it is not your turn",
        "rule:play-or-discard": "play cards or discard one",
        "rule:hand-empty": "there are not so many cards",
        "rule:draw-to-five": "draw until you have five",
        "rule:start-needs-two": "a family starts with two",
        "rule:not-a-run": "humans must follow one another",
        "rule:no-such-family": "there is no such family",
        "rule:two-eaters": "both have an eater",
        "rule:family-whole": "a family is never broken up",
        "rule:eater-bound": "a feeding eater stays",
        "rule:eater-kind": "the wrong eater for that family",
        "rule:not-there": "that card is not there",
        "rule:no-steal": "there is no steal to change",
        "rule:exorcist-guards": "an Exorcist guards that Mash",
        "rule:exorcist-hides": "the Exorcist still hides",
        "rule:no-devil-wife": "there is no Devil Wife",
        "rule:no-exorcist": "there is no Exorcist",
        "rule:rare-announced": "its owner must announce it",
        "rule:once-a-turn": "she takes one card a turn",
        "rule:announce": "it must be announced",
        "rule:who": "say whose it is",
        "reason:confusion": "because the Exorcist watches",
        "reason:doubt": "the Exorcist doubts himself",
        "reason:temptation": "two succubi tempt the Exorcist",
        "reason:prayers": "two preachers pray at the Devil Wife",
        "reason:preacher": "she stole a preacher",
        "reason:wife": "a Devil Wife came for him",
        "decision:redo": "Both say it again",
        "decision:defender": "The defender keeps it",
        "decision:attacker": "The attacker takes it",
        "decision:coin-defender": "The coin says the defender",
        "decision:coin-attacker": "The coin says the attacker",
        "card:discard": "the succubus is discarded",
        "card:return": "the succubus goes back to the hand",
    }
)
"""How Grave Feast's own words are said."""
