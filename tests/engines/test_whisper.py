"""How the open ear's model may write what is said."""

from engines.whisper import spellings


def test_numbers_are_written_in_letters_and_in_digits() -> None:
    assert spellings("five to the graveyard") == ("Five to the graveyard", "5 to the graveyard")
    assert spellings("brains") == ("Brains",)


def test_behind_an_address_stands_a_comma_and_maybe_a_name() -> None:
    assert spellings("referee ann has five", "referee") == (
        "Referee ann has five",
        "Referee ann has 5",
        "Referee, ann has five",
        "Referee, Ann has five",
        "Referee, ann has 5",
        "Referee, Ann has 5",
    )
    assert spellings("referee undo") == ("Referee undo",)
    assert spellings("referee", "referee") == ("Referee",)
