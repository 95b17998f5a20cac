"""English: the rules of Eaten By Zombies!: In Cahoots, by subject."""

from assistant.core.wording.topics import Topic

IN_CAHOOTS_RULES = (
    Topic(
        "turn",
        "Turn Sequence",
        "Reveal, add, choose fight or flee, play, total, scavenge, clean up, lose cards, dissipate, draw to six.",
        "A turn goes: reveal zombies; the other player may add some; choose to fight or to flee; play Swag; total "
        "it, and kill or escape; scavenge after a success; clean up; lose cards to attrition; the oldest zombie "
        "dissipates; draw up to six. I name the step that is due, and refuse what comes out of order.",
        also=("step", "steps", "sequence", "order"),
        keys=("ez.tracking",),
    ),
    Topic(
        "reveal",
        "Reveal the Horde",
        "Turn one zombie, and one more for every reshuffle of the Zombie Discard so far.",
        "Reveal the top card of the Zombie Deck and add it to the Horde, on the right. When the deck is empty, "
        "shuffle the Zombie Discard; each time that happens, every turn from then on reveals one zombie more.",
        also=("revealing", "reshuffle", "zombie deck"),
        keys=("ez.reshuffle_counts", "ez.zombie_set"),
    ),
    Topic(
        "reveal sign",
        "Icon Key",
        "The first Reveal sign from the deck in a turn brings one more zombie. One that a player adds brings none.",
        "The first time in a turn that a zombie with the Reveal sign comes from the Zombie Deck, one more card is "
        "turned at once. It happens once a turn, and not for a zombie that a player adds.",
        also=("sign",),
    ),
    Topic(
        "adding",
        "Reveal the Horde",
        "The other player may add zombies from the hand, each with an attrition greater than the Horde's number.",
        "After the reveal the other player may add zombies from the hand and play special cards. A zombie may be "
        "added only if its Attrition is greater than the number of zombies in the Horde at that moment. It goes to "
        "the right.",
        also=("add", "added zombie"),
    ),
    Topic(
        "horde",
        "Reveal the Horde, and Icon Key",
        "All zombies before you, the oldest on the left. They are killed in the order in which they came.",
        "The Horde is every zombie revealed or added and not yet gone, oldest first. Its Attrition is that of all "
        "its zombies together. A fight kills them in the order in which they came.",
        also=("zombie", "zombies"),
    ),
    Topic(
        "choice",
        "Choose Fight or Flee",
        "Say fight or flee before you play any Swag. It settles which signs you may play.",
        "Before any Swag is played you choose: fight, or flee. After it only Swag with that sign may be played, or "
        "with the Draw sign, unless a card's text says otherwise. Swag that was played earlier is taken back. I "
        "repeat the choice, and for a moment you may take it back.",
        also=("fight or flee", "choose", "choosing"),
        phrases=("choice",),
        keys=("ez.choice_words", "ez.choice_binding"),
    ),
    Topic(
        "swag",
        "Play Swag cards from your hand",
        "After fight play Fight signs, after flee Flee signs. The Draw sign goes with either.",
        "You may play as many Swag cards as you wish, with the sign of your choice or with the Draw sign. A card "
        "that draws must be drawn for at once. If you must draw and both your piles are empty, you die.",
        also=("play", "playing", "draw sign", "cards"),
    ),
    Topic(
        "fight",
        "Fight",
        "Your Fight kills zombies in order, as long as it lasts. If any is left, you scavenge nothing and lose cards.",
        "Add up the Fight of all the Swag played. It kills the zombies in the order in which they came, each using "
        "up its Level; those killed go to your own Discard Pile. Only if all are gone you may scavenge. Otherwise "
        "you lose as many cards as the remaining Attrition, from the hand or the top of the deck, and the Horde is "
        "removed.",
        also=("kill", "killing", "level"),
        keys=("ez.fight_spent",),
    ),
    Topic(
        "flee",
        "Flee",
        "With a Flee of the Horde's attrition or more you escape, and lose half of it, rounded up. Otherwise all of "
        "it.",
        "If the total Flee is at least the Horde's Attrition, you escape: you may scavenge, and lose half the "
        "Attrition, rounded up, from hand, deck or Discard Pile. If it is less, you scavenge nothing and lose cards "
        "for all of the Attrition, and the Horde is removed.",
        also=("escape", "run", "fleeing"),
        keys=("ez.flee_success",),
    ),
    Topic(
        "scavenging",
        "Scavenge for Swag",
        "After a success take Swag up to your total and its bonuses, within a hand of six.",
        "When the Horde is killed or escaped you may take Swag whose Find adds up to your total Fight or Flee, plus "
        "the Scavenge bonuses of the cards played. It goes into the hand, which never exceeds six. Taken word for "
        "word the Find must be equal to the total: that is a house rule.",
        also=("scavenge", "find"),
        keys=("ez.scavenge",),
    ),
    Topic(
        "attrition",
        "Lose cards to Attrition",
        "Lose that many cards: no zombies from the hand, and from the discard pile only after fleeing.",
        "Cards lost to Attrition come from the hand, where zombies may not be chosen, from the top of the deck, "
        "where they may turn up, and after an escape or a failed flight also from the Discard Pile. They go back to "
        "their Swag pile, or to the Zombie Discard. Half an odd Attrition is rounded up.",
        also=("lose cards", "losing cards", "lose"),
    ),
    Topic(
        "dissipating",
        "Dissipate a Zombie",
        "If zombies remain, the oldest one leaves the Horde. Then the hand is drawn up to six.",
        "At the end of the turn the oldest zombie leaves the Horde, if any is left; then draw until you hold six, or "
        "discard down to six.",
        also=("dissipate", "clean up", "drawing", "draw", "hand"),
        keys=("ez.flee_success",),
    ),
    Topic(
        "winning",
        "The End",
        "Who must draw and cannot, dies; the other wins. No zombie left to reveal: both win. Six zombies in hand: "
        "both lose.",
        "You die when you must draw and both your Safe House and your Discard Pile are empty, and the other player "
        "wins. If a zombie must be revealed and both the Zombie Deck and the Zombie Discard are empty, the game ends "
        "at once and both win. If somebody reveals a hand of six zombies, both lose.",
        also=("win", "end", "die", "death", "lose the game", "six zombies"),
    ),
)
"""The subjects of In Cahoots, in the order of the turn."""
