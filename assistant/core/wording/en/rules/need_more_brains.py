"""English: the rules of Zombies! Need more Brains, by subject."""

from assistant.core.wording.topics import Topic

NEED_MORE_BRAINS_RULES = (
    Topic(
        "turn",
        "Basic Game, steps 1 to 7",
        "One card is dealt. Then say more brains, or no more brains, until you stop or two bullets put you out.",
        "The dealer turns a card for the next player clockwise, who then presses on with more brains or stops with "
        "no more brains, as often as he dares. Whoever stops collects all the brains dealt; whoever takes two "
        "bullets collects none. Then the cards are shuffled, the next player cuts, and whoever just went deals.",
        also=("deal", "dealer", "shuffle", "cut", "first card"),
        phrases=("more", "nomore"),
        keys=("zb.mode", "zb.first_card_forced", "zb.tracking", "zb.card_input"),
    ),
    Topic(
        "more brains",
        "Basic Game, step 2",
        "More brains takes the next card. The first complete call binds until the card is turned.",
        "More brains, or need more brains, takes the next card: two of them after Chase Humans. The first complete "
        "call binds; it can be undone only until the card is called. An unclear call does nothing, and I ask again.",
        also=("more", "press", "push", "decide", "decision"),
        phrases=("more",),
        keys=("zb.prompt_s", "zb.timeout"),
    ),
    Topic(
        "no more brains",
        "Basic Game, steps 2 to 4",
        "No more brains stops, and banks every brain dealt in this turn.",
        "No more brains ends your turn, or your part in the Horde's round, and all your brains are collected. A call "
        "that breaks off after no is never taken for more brains: I ask which it was.",
        also=("stop", "bank", "banking", "collect", "no more"),
        phrases=("nomore",),
        keys=("zb.timeout",),
    ),
    Topic(
        "brain card",
        "The Cards",
        "A brain card is worth its one, two or three brains, once you stop.",
        "A brain card is worth as many points as it shows brains, one to three. They are only yours when you stop in "
        "time. A heart token stands for five points.",
        also=("brain", "heart", "token", "points"),
    ),
    Topic(
        "gunfire",
        "The Cards",
        "Gunfire is one bullet. Two bullets put you out, with nothing for this round.",
        "Gunfire hits your zombie with one bullet; in the Horde, everybody who is still in. The second bullet of a "
        "round puts a zombie out without points for the round. What was banked before is safe.",
        also=("bullet", "shot", "out"),
    ),
    Topic(
        "headshot",
        "The Cards",
        "A Head Shot is two bullets: you are out at once, with nothing for this round.",
        "A Head Shot is two bullets at once, so it ends the round with no points; in the Horde, for everybody who is "
        "still in, and not for those who left.",
        also=("two bullets",),
    ),
    Topic(
        "chase humans",
        "The Cards, and Basic Game, step 6",
        "After Chase Humans you may still stop. If you go on, two cards must be taken with no choice between them.",
        "After Chase Humans you may still stop and collect. With more brains you must take the next two cards and "
        "suffer both. A Chase among cards that are due anyway adds to them, unless the house rules let it wait.",
        also=("chase",),
        keys=("zb.chase_in_chase",),
    ),
    Topic(
        "double rampage",
        "The Cards, and Basic Game, step 6",
        "The next card counts twice, whatever it is: brains, bullets, or a chase of four.",
        "Double Rampage doubles the next card only: brains count twice, Gunfire becomes two bullets, Chase Humans "
        "four cards. You may stop before it is turned. What a second Double Rampage does is a house rule.",
        also=("double", "rampage"),
        keys=("zb.double_on_double",),
    ),
    Topic(
        "winning",
        "Objective, and Basic Game, step 8",
        "Thirty brains make you the provisional winner. The others get one more turn, and must pass your score.",
        "Whoever reaches thirty is the provisional winner. Every other player who is still under thirty has exactly "
        "one more turn, and must exceed the winner's score: equal is not enough. Whoever is at thirty or more "
        "already has no further turn.",
        also=("win", "thirty", "last chance", "last round", "end", "last turn"),
        keys=("zb.target_score",),
    ),
    Topic(
        "pity brain",
        "Basic Game, step 8",
        "At the end of each round the lowest score gets one free brain.",
        "Once everyone has had a turn, the player with the lowest score gets one point, to help him catch up. What "
        "happens when several are last, in the last round, or at the points that end the game, the house rules "
        "settle.",
        also=("pity", "lowest", "free brain"),
        keys=("zb.pity_tie", "zb.pity_can_trigger_end", "zb.pity_final"),
    ),
    Topic(
        "horde",
        "Zombie Horde Mode",
        "All play at once on the same cards. Each in turn says need more brains, or no more brains.",
        "All zombies hunt together: one card is turned for everybody who is still in, and each of them declares in "
        "order whether to go on. The tokens lie in the order of the scores, of two alike whoever had the score "
        "first. The round goes on until nobody is in; then the leader deals and decides first. A bullet hits all who "
        "are in, and nobody who has left.",
        also=("horde mode", "row", "order", "zombie token"),
        keys=("zb.horde_order", "zb.first_row"),
    ),
    Topic(
        "pink brain",
        "Deluxe Set",
        "The Pink Brain marks who decides first. If that player leaves, it goes to the next one in the row.",
        "The Pink Brain token lies with the first player to decide. Whoever leaves the round passes it on to the "
        "next highest score that is still in.",
        also=("pink", "pink token", "first decider"),
    ),
    Topic(
        "solo",
        "Solo Mode",
        "Six rounds alone: three from one deck, shuffle, and three more. Above twenty you are a winner.",
        "You play three rounds without shuffling, shuffle, and play three more. Below twenty everyone had fun, above "
        "twenty you are a Zombie Winner, from twenty-five the Head Zombie of the Horde, from thirty the Super Zombie "
        "leader. Exactly twenty is a house rule.",
        also=("solo mode", "alone", "head zombie", "super zombie"),
        keys=("zb.solo_20",),
    ),
)
"""The subjects of Zombies! Need more Brains, in the order of the rulebook."""
