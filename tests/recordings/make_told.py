"""Makes the recordings in which the referee is told and asked: python -m tests.recordings.make_told

Voices, microphones and room are those of `bench.make_fixtures`; needs flite (Debian: apt install flite sox).
"""

from pathlib import Path

from bench.make_fixtures import SPEAKERS, Said, make

FOLDER = Path(__file__).parent

TOLD = {
    "grave-feast": (
        Said(1.0, "Ann", "Ann lays brains three four five."),
        Said(5.0, "Ann", "Brains!"),
        Said(7.2, "Ann", "Three to the graveyard!"),
        Said(10.0, "Cid", "I call it!"),
        Said(13.0, "Ben", "Referee, what does the preacher do?"),
        Said(17.6, "Ann", "I like the smell of this room."),
        Said(21.0, "Ann", "Referee, score."),
        Said(24.0, "Ann", "Referee, say again."),
        Said(27.0, "Ann", "Referee, undo."),
        Said(30.0, "Ben", "Referee, put it back."),
    ),
    "need-more-brains": (
        Said(1.0, "Ann", "Three brains."),
        Said(3.6, "Ben", "More brains!"),
        Said(6.6, "Ann", "Double rampage."),
        Said(9.4, "Ben", "More brains!"),
        Said(12.4, "Ann", "Two brains."),
        Said(15.0, "Ben", "No more brains!"),
    ),
    "house-blitz": (
        Said(1.0, "Ann", "Everybody is ready."),
        Said(8.0, "Ben", "Stop!"),
        Said(11.0, "Ann", "Ann saved five, two in house, two dead."),
        Said(16.0, "Ben", "Referee, Ben saved seven, zero in house, one dead."),
    ),
    "in-cahoots": (
        Said(1.0, "Ann", "Ann reveals level two attrition one."),
        Said(5.0, "Ben", "Ben adds nothing."),
        Said(8.0, "Ann", "Fight!"),
        Said(11.6, "Ann", "Ann plays fight three."),
        Said(15.0, "Ann", "The fight total is three."),
    ),
}
"""One scene a game; Ann deals in need-more-brains, so Ben decides."""


def main() -> None:
    """Make all of them anew."""
    for game, said in TOLD.items():
        players = tuple(SPEAKERS) if game == "grave-feast" else tuple(SPEAKERS)[:2]
        make(FOLDER / game / "told.flac", said, players)


if __name__ == "__main__":
    main()
