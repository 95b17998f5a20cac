"""The closed list of the ruling codes of Zombies! Need more Brains."""

from assistant.core.games.base import CodeInfo
from assistant.core.games.mechanics.refusal import POINTS_CODES, SHARED_CODES

CODES = (
    CodeInfo("turn/begins", "A player's turn begins; the player who went last deals.", "Basic Game, steps 1, 2 and 5"),
    CodeInfo("round/begins", "A round of the Horde begins: who deals, and who decides first.", "Zombie Horde Mode"),
    CodeInfo("horde/row", "The row of the Horde's tokens was told or made.", "Deluxe Set; house rule zb.first_row"),
    CodeInfo("pink/moves", "The first decider has left: the Pink Brain goes to the next one in.", "Deluxe Set"),
    CodeInfo("decision/ask", "The player is asked to decide.", "Basic Game, step 2; house rule zb.prompt_s"),
    CodeInfo("decision/more", "More brains: the next card, or more of them after a Chase, must be taken.", "step 2"),
    CodeInfo("decision/which", "A broken call could be either: it counts for nothing until said again.", "step 2"),
    CodeInfo("decision/not-yours", "Somebody decided whose decision it is not: nothing happens.", "steps 2 and 7"),
    CodeInfo("decision/bound", "The player has decided already: the first complete call binds.", "house rule Z10"),
    CodeInfo("decision/card-first", "A card is due before anybody decides.", "steps 1 and 6"),
    CodeInfo("decision/timeout", "Nobody answered, and by the house rules the player stops.", "house rule zb.timeout"),
    CodeInfo("card/ask", "The referee asks for the card that was turned.", "house rule zb.card_input"),
    CodeInfo("card/brains", "A brain card was turned.", "The Cards"),
    CodeInfo("card/gunfire", "A bullet hit everybody who is still in.", "The Cards"),
    CodeInfo("card/chase", "Chase Humans was turned: that many cards must be taken without a choice.", "The Cards"),
    CodeInfo("card/double", "Double Rampage was turned: the next card counts that many times.", "The Cards"),
    CodeInfo("bullets/out", "Two bullets or more: the player is out of the round without points.", "The Cards"),
    CodeInfo("turn/ended", "The player's turn was ended, without points as far as is known.", "step 7"),
    CodeInfo("bank/made", "The player stopped and collects the brains.", "step 4"),
    CodeInfo("bank/ask", "The player stopped, and the referee does not know every card.", "step 4"),
    CodeInfo("pity/given", "The lowest score gets a Pity Brain at the end of the round.", "step 8"),
    CodeInfo("final/begins", "A player has reached the target; everybody below it has one last chance.", "step 8"),
    CodeInfo("leader/changes", "Somebody has passed the provisional winner.", "step 8"),
    CodeInfo("solo/round", "A round of the Solo mode begins.", "Solo Mode"),
    CodeInfo("solo/shuffle", "Three rounds were played: the deck is shuffled.", "Solo Mode"),
    CodeInfo("solo/ended", "The six rounds are over, and the score has its title.", "Solo Mode; house rule zb.solo_20"),
    *POINTS_CODES,
    *SHARED_CODES,
)
