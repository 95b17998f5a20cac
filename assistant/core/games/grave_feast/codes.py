"""The closed list of Grave Feast's ruling codes."""

from assistant.core.games.base import CodeInfo
from assistant.core.games.mechanics.refusal import FACT_REFUSED

CODES = (
    CodeInfo("eater/feeding", "An eater was played with its word and feeds on a family.", "sections 4, 5"),
    CodeInfo("eater/inexact", "An eater was played with a wrong word; somebody may call it.", "section 5"),
    CodeInfo(
        "eater/silent", "An eater was attached and its word has not been heard; somebody may call it.", "section 5"
    ),
    CodeInfo("eater/stands", "Nobody called the missing or wrong word in time: the eater stays.", "section 5"),
    CodeInfo(
        "eater/lost", "The word was missing or wrong and was called: the eater goes to the discard pile.", "section 5"
    ),
    CodeInfo("eater/no-family", "The player has no family on which this eater could feed.", "sections 3, 5"),
    CodeInfo("creepy/vote", "A word was called for its lack of creepiness: the table votes.", "house rule G3"),
    CodeInfo("creepy/remark", "A right word was not creepy, the table says: nothing follows.", "house rule G3"),
    CodeInfo("challenge/rejected", "There was nothing to call.", "section 5"),
    CodeInfo("claim/stands", "The announcement is complete: no succubus may take the family.", "section 4"),
    CodeInfo(
        "claim/inexact", "The announcement was not word for word: it blocks nobody and may be repeated.", "section 4"
    ),
    CodeInfo("claim/miscounted", "The number announced is not the family's size: it blocks nobody.", "house rule G6"),
    CodeInfo("claim/too-small", "A family goes to the graveyard only with three humans or more.", "section 3"),
    CodeInfo("claim/no-eater", "The family has no eater to drag it to the graveyard.", "section 4"),
    CodeInfo("claim/no-family", "The player has no family that could go to the graveyard.", "section 3"),
    CodeInfo("claim/repeated", "The announcement stands already.", "section 4"),
    CodeInfo("claim/void", "The family was stolen before the announcement was complete.", "section 4"),
    CodeInfo("claim/whose", "Nobody can tell who announced, and it matters.", "house rule: one microphone"),
    CodeInfo("claim/scored", "The family reached the graveyard and scores.", "section 3"),
    CodeInfo("claim/unowned", "A family reached the graveyard, and nobody knows whose.", "house rule: one microphone"),
    CodeInfo("steal/made", "A succubus took the contested family with its eater.", "section 4"),
    CodeInfo("steal/lost", "Seduce was not said exactly: the succubus goes to the discard pile.", "section 4"),
    CodeInfo("steal/blocked", "The announcement was complete before Seduce was.", "section 4"),
    CodeInfo("steal/no-target", "Nothing was heard of that a succubus could take.", "section 4"),
    CodeInfo("steal/which", "A succubus takes one thing only, and it is not clear which.", "section 4"),
    CodeInfo("preach/played", "A preacher was played with his words and may be answered.", "section 4"),
    CodeInfo("preach/waits", "Another preacher already waits for an answer: this one is kept.", "section 4"),
    CodeInfo("preach/no-target", "No eater was heard of that a preacher could destroy.", "section 4"),
    CodeInfo("preach/lost", "The prayer was not word for word: the preacher goes to the discard pile.", "section 4"),
    CodeInfo("preach/negated", "An evil preacher answered with his words and a swear word.", "section 4"),
    CodeInfo("preach/destroyed", "Nobody answered the last preacher: the eater is destroyed.", "section 4"),
    CodeInfo("preach/missed", "The eater was taken off the table while he was prayed at: nothing dies.", "section 4"),
    CodeInfo("preach/survived", "Nobody answered the last evil preacher: the eater lives.", "section 4"),
    CodeInfo(
        "evil/lost", "The evil prayer was not word for word: that preacher goes to the discard pile.", "section 4"
    ),
    CodeInfo("evil/no-target", "No preacher waits for an answer.", "section 4"),
    CodeInfo("evil/asked", "An evil prayer ended with a word that is on no list: the table decides.", "house rule G10"),
    CodeInfo(
        "evil/unanswered", "Nobody said whether the word counts: no effect, and the card is kept.", "house rule G10"
    ),
    CodeInfo(
        "preach/which", "Several eaters lie in Mashes, and it is not clear at which the preacher aims.", "section 4"
    ),
    CodeInfo("board/noted", "A fact about the table was taken down.", "section 3"),
    CodeInfo(FACT_REFUSED, "A move breaks a rule, which is named; the board stays as it was.", "sections 3 to 6"),
    CodeInfo("deck/recycled", "The draw pile was turned over: corpses go back, scores stay.", "section 5"),
    CodeInfo("coin/tossed", "The referee tossed a coin; the side follows from the seed of the match.", "section 6"),
    CodeInfo("combo/begun", "The first of the two cards that it takes to kill a rare card was played.", "section 6"),
    CodeInfo("combo/lapsed", "The second of the two did not come in time.", "house rule G15"),
    CodeInfo("wife/placed", "A Devil Wife was placed in the family area for good.", "section 6"),
    CodeInfo(
        "wife/played", "A Devil Wife was played from the hand, to take as many cards as are discarded.", "section 6"
    ),
    CodeInfo("wife/lures", "A Devil Wife took a card.", "section 6"),
    CodeInfo("wife/died", "A Devil Wife died.", "section 6"),
    CodeInfo("wife/survived", "Two preachers failed: she takes a card from every other hand.", "section 6"),
    CodeInfo(
        "exorcist/played", "The Exorcist was played: other players' monsters explode, even humans leave.", "section 6"
    ),
    CodeInfo(
        "exorcist/confuses", "A monster was confused by the Exorcist, and waits until the next turn.", "section 6"
    ),
    CodeInfo("exorcist/found", "A Devil Wife found the Exorcist in a hand: her owner is ruined.", "section 6"),
    CodeInfo("exorcist/removed", "The Exorcist was removed from play.", "section 6"),
    CodeInfo("exorcist/dragged", "Two succubi dragged the Exorcist off: he is discarded.", "section 6"),
    CodeInfo("exorcist/hides", "The Exorcist resisted two succubi, and hides in his owner's hand.", "section 6"),
    CodeInfo("race/too-close", "Two calls ended closer together than they can be measured.", "house rule G5"),
    CodeInfo("turn/next", "A turn is over, and the next player's begins.", "section 3"),
    CodeInfo("turn/lost", "A player whose Devil Wife found the Exorcist loses this turn.", "section 6"),
    CodeInfo("game/won", "A player has brought enough humans to the graveyard.", "section 3"),
    CodeInfo("set/won", "A player has won more than half the games of the set.", "section 3"),
    CodeInfo("match/over", "The match is decided; the call counts for nothing.", "section 3"),
)
