"""English: the rules of Grave Feast, by subject."""

from assistant.core.wording.topics import Topic

GRAVE_FEAST_RULES = (
    Topic(
        "turn",
        "3, Basic Game Play",
        "Draw until you hold five. Then play one or more cards to the board, or discard one, but not both.",
        "A turn starts with a hand of five: draw what is missing. Then either play one or more cards from the hand "
        "to the board, or discard exactly one, never both. The more you play, the more you draw next time. Succubi "
        "and preachers are instants: they may be played at any time, on anybody's turn.",
        also=("draw", "drawing", "hand", "discard a card", "play cards"),
        keys=("gf.tracking",),
    ),
    Topic(
        "family",
        "3, Basic Game Play, and 5, Binding",
        "Three or more humans of one type, in a row. Start with two at least. A family is never broken up.",
        "A family is three or more humans of one type, blood or brains, numbered one after another, such as 3-4-5; "
        "it has nine humans at most. It starts with two consecutive humans or more, laid at once from the hand; "
        "later you may add one or more. A family is never broken up, and lends no human to another; whole families "
        "may be joined.",
        also=("families", "humans", "human", "brains family", "blood family", "food", "join", "split"),
    ),
    Topic(
        "zombie",
        "4, The Cards, and 5, Binding",
        "A zombie feeds on brains. Attach it and say: brains. Once it feeds, it stays with that family.",
        "The zombie eats brains families. Attached to a family it starts to feed, and its word must be said: brains, "
        "in a creepy voice. Without it the zombie goes to the discard pile, if another player calls it. Once it "
        "feeds, it is bound to that family: humans may be added, but the zombie never moves. Stored in the Monster "
        "Mash it is not feeding and needs no word.",
        also=("zombies", "eater", "brains", "attach"),
        phrases=("brains",),
        keys=("gf.eater_word_enforcement", "gf.challenge_window_s", "gf.mash_needs_word", "gf.creepy"),
    ),
    Topic(
        "vampire",
        "4, The Cards, and 5, Binding",
        "A vampire feeds on blood. Attach it and say: blood. Once it feeds, it stays with that family.",
        "The vampire eats blood families, and all that holds of the zombie holds of it, with the word blood: it is "
        "said in a creepy voice when the vampire is attached, and not when it is stored in the Monster Mash.",
        also=("blood",),
        phrases=("blood",),
        keys=("gf.eater_word_enforcement", "gf.challenge_window_s", "gf.mash_needs_word", "gf.creepy"),
    ),
    Topic(
        "challenge",
        "5, Binding",
        "Say: I call it. If another player's eater lacked its word, it goes to the discard pile.",
        "Nobody loses an eater for a missing or wrong word unless another player calls it. Say I call it while the "
        "time for it is open; afterwards the play stands. Where the house rules want a vote about creepiness, "
        "calling a right word opens the vote.",
        also=("call it", "i call it", "missing word", "forgot the word"),
        keys=("gf.eater_word_enforcement", "gf.challenge_window_s"),
    ),
    Topic(
        "creepy",
        "4, The Cards, and 5, Binding",
        "Brains and blood want a creepy voice. No measure is given, so I never rule on it alone.",
        "The rulebook wants Brains and Blood said in a super creepy voice, but gives no measure. By default I let it "
        "be. By house rule I remark on it, or a challenge is put to a vote: tell me that a player was not creepy, "
        "and the eater is lost.",
        also=("creepiness", "creepy voice", "enthusiasm", "vote"),
        keys=("gf.creepy",),
    ),
    Topic(
        "graveyard",
        "3, How to Win, and 4, The Cards",
        "Say the number, then: to the graveyard. Once it is complete, no succubus may take the family.",
        "With a family of three or more and a feeding eater, say how many: five to the graveyard. When the last word "
        "is complete no succubus may take the family; a part of it, or an inexact one, blocks nobody and costs "
        "nothing, so say it again. A preacher may still come while the cards are scooped. Then each human scores "
        "one, and the eater goes to the discard pile. Without a fed eater you must say its word first, and the "
        "announcement after it.",
        also=("announcement", "announce", "n to the graveyard", "scoop", "trip"),
        phrases=("graveyard",),
        keys=("gf.count_must_match", "gf.announce_required", "gf.preacher_window_s"),
    ),
    Topic(
        "succubus",
        "4, The Cards",
        "Say: seduce. She steals one family with its eater, or one Monster Mash, at any time before the announcement.",
        "The succubus steals one visible family together with the eater on it, or one whole Monster Mash, never "
        "both. She may be played at any time, on anybody's turn, until an announcement is complete. Another one on "
        "top hijacks what was stolen. Say exactly seduce: otherwise she is lost without effect. Once used she is "
        "discarded. If I take the wrong thing, say what she takes, and from whom.",
        also=("succubuses", "succubi", "seduce", "steal", "stealing", "hijack"),
        phrases=("seduce",),
        keys=("gf.blocked_card", "gf.reply_window_s", "race.reference", "race.tie_band_ms", "race.tie"),
    ),
    Topic(
        "preacher",
        "4, The Cards",
        "Say: the power of Christ compels you. He destroys one visible eater; the humans stay.",
        "The preacher destroys one visible eater, feeding or stored, of any player, at any time, even while a family "
        "is being scooped; the humans stay where they are, and nobody scores. The prayer must be word for word: "
        "otherwise he is discarded without effect, and another preacher may try. He also stops an evil preacher. "
        "Once used he is discarded.",
        also=("christ", "power of christ", "pray", "prayer"),
        phrases=("christ",),
        keys=("gf.preacher_window_s", "gf.reply_window_s"),
    ),
    Topic(
        "evil preacher",
        "4, The Cards",
        "Say: the power of evil compels you, and a swear word. It stops a preacher; without the swear word it is lost.",
        "An inverted preacher negates a preacher. The words are: the power of evil compels you, and then a swear "
        "word or a synonym of evil, which is not optional. Said inexactly, the card is lost and the first preacher "
        "stands. He in turn may be negated by a preacher, and so on; with an odd number of prayers in the end the "
        "eater is destroyed. About a last word that is on none of my lists I ask the table.",
        also=("power of evil", "inverted preacher", "swear word", "swear", "evil", "negate"),
        phrases=("evil",),
        keys=("gf.evil_tail", "gf.evil_words", "gf.evil_unknown", "gf.reply_window_s"),
    ),
    Topic(
        "monster mash",
        "5, Monster Mash Strategy and Binding",
        "It stores zombies, vampires, succubi and preachers without a word. A succubus can steal all of it at once.",
        "The Monster Mash holds vampires, zombies, succubi and preachers on the board. Nothing in it is feeding, so "
        "no word is said. It empties the hand, so that you draw more; but anybody's succubus steals the whole of it, "
        "and a preacher may destroy an eater in it.",
        also=("mash", "store", "storing"),
        keys=("gf.mash_needs_word",),
    ),
    Topic(
        "discard pile",
        "5, Regarding Party Crashers",
        "Succubi and preachers go to the discard pile after use, in the order in which they were played.",
        "Played succubi and preachers, destroyed eaters, and the eater of a family that reached a graveyard lie on "
        "the discard pile in the order in which they came there. When the draw pile is turned over, the corpses in "
        "the graveyards are recycled into it, and the scores are kept on paper: I keep them.",
        also=("discard order", "draw pile", "recycle", "party crasher", "corpses"),
        keys=("gf.blocked_card",),
    ),
    Topic(
        "winning",
        "3, How to Win",
        "Nine humans in your graveyard win a game. A set is the best of three or five games.",
        "Each human that reaches your graveyard scores one. Nine win the game, usually in two or three trips; more "
        "than nine in one trip score as they are. A set of games is common: best of three or of five.",
        also=("win", "scoring", "points", "set", "nine"),
        keys=("gf.target_score", "gf.set_games"),
    ),
    Topic(
        "window",
        "4 and 5, and the house rules",
        "After an announcement a preacher may still come; after a prayer an answer; after a missing word a challenge.",
        "The rulebook gives no times, so the house rules do. A preacher may come for some seconds after an "
        "announcement, or until the taker says done. A prayer may be answered for some seconds, and so may the "
        "answer. A missing word may be called for some seconds. The second of two preachers or succubi against a "
        "rare card has its own time.",
        also=("windows", "time", "how long", "seconds", "done"),
        keys=("gf.preacher_window_s", "gf.reply_window_s", "gf.challenge_window_s", "gf.combo_window_s"),
    ),
    Topic(
        "devil wife",
        "6, Collectible Cards",
        "On the board she takes one card a turn, from anywhere. Or play her once, and take as many as you discard.",
        "Placed in the family area she cannot be stolen, and takes one card in each of your turns: from the discard "
        "pile, a family, a Mash, or blindly from a hand; nothing counters that. Played from the hand, you discard up "
        "to five cards and take as many from anywhere, hands too, but play them next turn at the earliest. She dies "
        "by an Exorcist from a hand, by two preachers (a coin decides), or by taking a preacher from a hand. Whoever "
        "takes an Exorcist from a hand with her loses board, hand, six points and a turn.",
        also=("wife", "rare", "rares", "lure", "collectible cards"),
        keys=("gf.devilwife_preacher", "gf.combo_window_s", "rares.utterance"),
    ),
    Topic(
        "exorcist",
        "6, Collectible Cards",
        "Played, every other visible monster explodes and even humans leave. In a Mash he guards it and confuses "
        "monsters.",
        "Played from the hand, at any time and without a counter, he destroys every visible monster and frees every "
        "even human, except his owner's, and is out of the game. In a Monster Mash he protects it from all steals, "
        "and any monster but a preacher that attempts anything must flip a coin: on tails it fails, and waits for "
        "the next turn. He dies by a Devil Wife from a hand, by two succubi (tails he is discarded, heads he hides "
        "in the hand for three turns), or of himself: he flips a coin whenever a family reaches a graveyard while he "
        "watches.",
        also=("confused", "confusion", "coin", "coin flip", "flip"),
        keys=("gf.exorcist_split", "gf.combo_window_s", "rares.utterance"),
    ),
)
"""The subjects of Grave Feast, in the order of the rulebook."""
