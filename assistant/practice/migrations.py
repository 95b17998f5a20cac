"""The form of the players' database, version by version; `PRAGMA user_version` says how far a file has come.

A version that was ever released is never changed: a new one is added at the end.
"""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL COLLATE NOCASE UNIQUE,
            created_at TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE attempts (
            id INTEGER PRIMARY KEY,
            player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            phrase TEXT NOT NULL,
            prompt TEXT NOT NULL,
            outcome TEXT NOT NULL,
            at TEXT NOT NULL,
            heard TEXT NOT NULL,
            diff TEXT NOT NULL,
            weakest TEXT NOT NULL,
            reaction_ms INTEGER,
            complete_ms INTEGER,
            duration_ms INTEGER,
            syllables_per_s REAL,
            level_dbfs REAL,
            pitch_hz REAL,
            creepy INTEGER,
            cued INTEGER NOT NULL
        )
        """,
        "CREATE INDEX attempts_of ON attempts (player_id, phrase, id)",
        """
        CREATE TABLE bests (
            player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            phrase TEXT NOT NULL,
            duration_ms INTEGER,
            complete_ms INTEGER,
            streak INTEGER NOT NULL,
            creepy INTEGER,
            PRIMARY KEY (player_id, phrase)
        )
        """,
    ),
    (
        # The player's everyday voice, which the Creepy-O-Meter compares with, and races against ghosts.
        """
        CREATE TABLE voices (
            player_id INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
            at TEXT NOT NULL,
            measure TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE races (
            id INTEGER PRIMARY KEY,
            player_id INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
            at TEXT NOT NULL,
            duel TEXT NOT NULL,
            rival TEXT NOT NULL,
            rival_ms INTEGER NOT NULL,
            complete_ms INTEGER,
            result TEXT NOT NULL
        )
        """,
    ),
)
"""One tuple of statements a version, from the first on."""
