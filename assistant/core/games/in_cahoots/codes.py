"""The closed list of the ruling codes of In Cahoots."""

from assistant.core.games.base import CodeInfo
from assistant.core.games.mechanics.refusal import MATCH_WON, SHARED_CODES

CODES = (
    CodeInfo("step/next", "The step that comes next, and whose it is.", "Turn Sequence"),
    CodeInfo("step/refused", "Another step comes first, or this one is over.", "Turn Sequence"),
    CodeInfo("zombie/revealed", "A zombie from the Zombie Deck joins the Horde.", "Reveal the Horde"),
    CodeInfo("zombie/added", "The other player adds a zombie to the Horde.", "Reveal the Horde"),
    CodeInfo("zombie/too-weak", "An added zombie needs more Attrition than the Horde has zombies.", "Reveal the Horde"),
    CodeInfo("zombie/reshuffled", "The Zombie Discard was shuffled: more are revealed every turn.", "Reveal the Horde"),
    CodeInfo("choice/made", "Fight or Flee was declared.", "Choose Fight or Flee"),
    CodeInfo("choice/changed", "The choice was taken back in time.", "house rule ez.choice_binding"),
    CodeInfo("choice/echo", "The choice was not heard well: the referee repeats what it may have been.", "E2"),
    CodeInfo("choice/bound", "The choice is made and binds.", "house rule ez.choice_binding"),
    CodeInfo("choice/not-yours", "The other player chooses.", "Choose Fight or Flee"),
    CodeInfo("swag/played", "A Swag card was played.", "Play Swag cards from your hand"),
    CodeInfo("swag/special", "A card was played whose text allows it now.", "Choose Fight or Flee"),
    CodeInfo("swag/early", "Swag was played before the choice: it is taken back.", "Choose Fight or Flee"),
    CodeInfo("swag/wrong-sign", "The card has no sign that this choice allows: it is taken back.", "Fight; Flee"),
    CodeInfo("total/noted", "A total was told, but not what it is up against.", "house rule ez.tracking"),
    CodeInfo("fight/won", "Every zombie of the Horde is killed.", "Fight"),
    CodeInfo("fight/lost", "Zombies are left: no scavenging, and their Attrition is lost.", "Fight"),
    CodeInfo("flee/escaped", "The flight succeeds; half the Horde's Attrition is lost, rounded up.", "Flee"),
    CodeInfo("flee/failed", "The flight fails: no scavenging, and the Horde's Attrition is lost.", "Flee"),
    CodeInfo("scavenge/taken", "Swag was scavenged.", "Scavenge for Swag"),
    CodeInfo("attrition/paid", "Cards were lost to Attrition.", "Lose cards to Attrition"),
    CodeInfo("attrition/short", "Nothing is left that could be lost.", "Lose cards to Attrition"),
    CodeInfo("horde/dissipated", "The oldest zombie leaves the Horde.", "Dissipate a Zombie"),
    CodeInfo("hand/drawn", "The hand was drawn up, or discarded down, to six.", "Draw up to your Current Hand Size"),
    CodeInfo("survivor/dies", "A card must be drawn, and none is left.", "The End"),
    CodeInfo(MATCH_WON, "A player has won the match.", "The End"),
    CodeInfo("match/both-win", "A zombie must be revealed, and none is left: both win.", "The End"),
    CodeInfo("match/both-lose", "A hand of six zombies: both lose.", "The End"),
    *SHARED_CODES,
)
