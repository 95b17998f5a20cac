"""English: the rules of Zombie House Blitz, by subject, the cards too: in a race nobody leafs through a rulebook."""

from assistant.core.wording.topics import Topic

HOUSE_BLITZ_RULES = (
    Topic(
        "setup",
        "Setup",
        "Ten people face down are the House, three face up the Escape Routes; all else is your draw deck.",
        "Each player sets aside the zombies, guns and cars of a deck, and shuffles the rest: ten face down are the "
        "House, three face up in a row are the Escape Routes. All that is left is shuffled into the draw deck, the "
        "Streets.",
        also=("set up", "deal", "house", "deck"),
    ),
    Topic(
        "start",
        "Setup",
        "When everyone is ready, all turn the top card of the House together. Say go, or let me count down.",
        "The round begins with everyone flipping the top card of the House at the same moment. Tell me that you are "
        "ready and I count down, or somebody says go.",
        also=("go", "ready", "countdown", "begin"),
        phrases=("go",),
        keys=("hb.countdown_s",),
    ),
    Topic(
        "turn",
        "Playing the Game",
        "There are no turns: everybody plays at once, and moves only their own cards.",
        "All race at the same time. You move only your own cards, and only in the Car piles may one lie on another "
        "player's card. The tops of House, Escape Routes and Streets may go to Car piles; the tops of House and "
        "Streets also into Escape Routes.",
        also=("turns", "playing", "moving", "move"),
    ),
    Topic(
        "streets",
        "Playing the Game",
        "Draw three cards onto your Streets and work on the top one. When all are through, turn the pile over.",
        "Draw three cards at a time onto the Streets pile and keep working on its top card until nothing more goes, "
        "then draw three more on top. When the deck is through, pick the pile up, flip it without shuffling, and "
        "start again.",
        also=("street", "draw", "draw deck", "draw three"),
    ),
    Topic(
        "car",
        "Playing the Game",
        "A car starts a pile. A one of its colour goes on it, then two to six of that colour and suit.",
        "A car goes into the middle and starts a pile. Anybody may put a one of the car's colour on it, then the two "
        "of the same colour and suit, and so on up to six.",
        also=("car pile", "center", "scoring area", "suit"),
    ),
    Topic(
        "escape route",
        "Playing the Game",
        "Lay a card on a different colour, one number higher, or into an empty route. You have three, never more.",
        "A card may lie in an empty Escape Route, or on a card of another colour that is one number higher: a blue "
        "five on a red six. Any number of cards may be stacked. Several may be moved together to another route, if "
        "the lowest of them fits there; a card under others never moves without them. From a route, the top card may "
        "go to a Car pile. There are three routes a player.",
        also=("route", "escape", "stack", "stacking"),
    ),
    Topic(
        "zombie",
        "Special Cards: Zombies",
        "On top of your Streets it eats the person below: both go to your Dead Pile. It never eats cars, guns or "
        "zombies.",
        "When a zombie shows up on top of your Streets and a person lies below it, zombie and person go to your Dead "
        "Pile. If a car, a gun or another zombie lies below, the zombie just stays there. A person who holds a "
        "shotgun may shoot it first.",
        also=("zombies", "eat", "eats", "eaten"),
    ),
    Topic(
        "shotgun",
        "Special Cards: Shotguns",
        "Give it to a person in a route. Then shoot a zombie with it, or give it up to shuffle your Streets.",
        "Hold: from the top of the Streets the shotgun may go onto a person in an Escape Route; that route is "
        "locked, and the person cannot go to a car, until it is gone. Shoot: a zombie on top of the Streets goes to "
        "the Dead Pile and the shotgun onto the Streets; the card beneath is not used, and three cards must be drawn "
        "to cover the gun before anybody holds it again. Remove: put the held shotgun into the Dead Pile, shuffle "
        "the Streets, and draw three at once.",
        also=("shotguns", "gun", "shoot", "shooting", "hold"),
    ),
    Topic(
        "grandma",
        "Special Cards: Grandmas",
        "Grandma is any six. You may put her into your Dead Pile whenever you like; she counts as a dead person.",
        "Every card with the number six is a Grandma. You may voluntarily put her into the Dead Pile, for example "
        "when she stands in the doorway of your House; she costs one point there, as every person does.",
        also=("grandmas", "grandmother", "six", "granny"),
    ),
    Topic(
        "dead pile",
        "Special Cards, and Scoring Points",
        "Eaten people, shot zombies and used-up guns lie there. Only people cost: one point each.",
        "The Dead Pile takes people who were eaten, the zombies that ate them or were shot, shotguns that were given "
        "up, and Grandmas. At the end each person in it costs one point; zombies and guns cost nothing.",
        also=("dead", "death"),
    ),
    Topic(
        "stop",
        "Ending a Round",
        "When the last card leaves your House, say stop. From then on no card may be moved.",
        "Whoever removes the last card from the House calls stop, alone and not in the middle of talk, and no card "
        "moves any more. A card in the air counts only if it had touched before. With an empty House and no stop, "
        "the round goes on. Two stops at once both count; the round ends at the earlier one, and no points hang on "
        "it.",
        also=("freeze", "end of round", "ending", "empty house"),
        phrases=("stop",),
        keys=("hb.stop_words", "hb.stop_lead_s", "race.tie_band_ms"),
    ),
    Topic(
        "false stop",
        "Ending a Round, and the house rules",
        "If cards are left in the House, tell me: false stop. What follows is a house rule.",
        "The rulebook does not say what follows a stop with cards left in the House. By default the round goes on; "
        "by house rule the caller also loses two points, or the round is void.",
        also=("wrong stop",),
        keys=("hb.false_stop",),
    ),
    Topic(
        "scoring",
        "Scoring Points and Winning the Game",
        "Two points for each of your people in a car. Minus one for each card in the House and each dead person.",
        "Sort the Car piles by colour: each of your people there is worth two points. Each card left in your House "
        "and each person in your Dead Pile costs one. Zombies, guns and cars count nothing. Five saved, two in the "
        "House and two dead make six.",
        also=("points", "count"),
        keys=("hb.tracking",),
    ),
    Topic(
        "winning",
        "Scoring Points and Winning the Game",
        "The game ends when somebody reaches sixty-six. Most points win; a tie is broken by another round.",
        "When a player has sixty-six points or more at the end of a round, whoever has the most points wins, even if "
        "somebody else got there first. Ties play another round, until one player leads.",
        also=("win", "sixty six", "another round", "end of game"),
        keys=("hb.target_score",),
    ),
)
"""The subjects of Zombie House Blitz, in the order of the rulebook."""
