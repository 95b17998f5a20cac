"""Table profiles: what is saved comes back, people may edit it, and whatever is wrong is told with its place."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from assistant import app
from assistant.announce.verbosity import Verbosity
from assistant.announce.voice_settings import VoiceSettings
from assistant.audio.devices import DeviceName, Microphone
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import HouseRuleError, settings
from assistant.table import Measured, PlayerSeat, TableError, TableProfile, checked_name, from_toml, to_toml
from assistant.table_files import Tables

MIXER = DeviceName("Mixer: USB Audio (hw:1,0)", "ALSA")
HEADSET = DeviceName("Bens Headset “Pro” 🎧", "Windows WASAPI")

KITCHEN = TableProfile(
    "Küche 2",
    "grave-feast",
    (
        PlayerSeat("Ann", Microphone(MIXER, (0,)), Measured(-20.5, -60.25, -3.0, 0.0, -12.5, 5, 6)),
        PlayerSeat("Ben", Microphone(HEADSET), Measured(-20.5, -60.25, -3.0, 0.01)),
        PlayerSeat("Cid", Microphone(MIXER, (2, 3))),
    ),
    (("gf.blocked_card", "return"), ("gf.reply_window_s", 3.5), ("race.tie_band_ms", 80)),
    verbosity=Verbosity.FULL,
    muted=True,
    voice=VoiceSettings("en-us", 180, 0.5),
)

SHORTEST = """
name = "kitchen"
game = "grave-feast"
[[seats]]
player = "Ann"
microphone.device.name = "Mixer"
[[seats]]
player = "Ben"
microphone.device.name = "Mixer"
"""


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path / "settings" / "tables")


def test_what_is_written_comes_back() -> None:
    assert from_toml(to_toml(KITCHEN), "x.toml") == KITCHEN
    bare = TableProfile("bare", "in-cahoots", (PlayerSeat("Ann", None),))
    assert from_toml(to_toml(bare), "x.toml") == bare


def test_what_people_leave_out_has_its_default() -> None:
    profile = from_toml(SHORTEST, "x.toml")
    assert profile.microphones == (Microphone(DeviceName("Mixer"), (0,)),)
    assert (profile.verbosity, profile.voice, profile.house_rules) == (Verbosity.NORMAL, VoiceSettings(), ())
    slow = from_toml(SHORTEST + "[voice]\nrate_wpm = 120\n", "x.toml")
    assert slow.voice == VoiceSettings(rate_wpm=120)


def test_each_microphone_is_one_channel_and_a_shared_one_is_nobodys() -> None:
    assert KITCHEN.microphones == (Microphone(MIXER, (0,)), Microphone(HEADSET), Microphone(MIXER, (2, 3)))
    assert KITCHEN.channel_players == ("Ann", "Ben", "Cid")
    assert not KITCHEN.shared_microphone
    ann, ben, cid = KITCHEN.seats
    shared = replace(KITCHEN, seats=(ann, ben, replace(cid, microphone=ann.microphone)))
    assert shared.channel_players == (None, "Ben")
    assert shared.shared_microphone


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "x.toml: missing name, game, seats: mend it there"),
        ("name = ", "x.toml: this is no TOML (Invalid value (at end of document))"),
        ("a = " + "[" * 2000, "x.toml: this is no TOML"),
        (SHORTEST.replace("name = ", "nmae = ", 1), "x.toml: missing name; unknown nmae"),
        (SHORTEST.replace('"Ben"', "7"), "x.toml.seats[1].player: expected str, found 7"),
        (SHORTEST.replace('"Ben"', '"ann"'), "x.toml: the player 'ann' comes twice"),
        (SHORTEST.replace('"Ben"', '""'), "x.toml: there is a seat without a player"),
        (SHORTEST.replace('"kitchen"', '"../etc"'), "'../etc' cannot name a table"),
        (SHORTEST + "microphone.channels = [1, 1]", "Ben's microphone has the channels [1, 1]: count from 0"),
        (SHORTEST + "microphone.channels = [-1]", "Ben's microphone has the channels [-1]: count from 0"),
        (SHORTEST + "microphone.channels = []", "Ben's microphone has the channels []: count from 0"),
        (SHORTEST + '[[seats]]\nplayer = "Cid"', "Cid has no microphone while others have one"),
        (SHORTEST + "[voice]\nrate_wpm = 900", "x.toml: voice rate 900: give 80 to 450"),
        (SHORTEST + '[voice]\nrate_wpm = "fast"', "x.toml.voice.rate_wpm: expected int, found 'fast'"),
        ('verbosity = "loud"\n' + SHORTEST, "x.toml.verbosity: expected one of quiet, normal, full, found 'loud'"),
        ("seats = 3\nname = 'a'\ngame = 'b'", "x.toml.seats: expected a list, found 3"),
        ("form = 2\n" + SHORTEST, "x.toml: form 2 is not known to this program: install a newer party-referee"),
        ("form = 'x'\n" + SHORTEST, "x.toml: form 'x' is not known"),
        (SHORTEST + "[house_rules]\ngf.reply_window_s = 3", "x.toml.house_rules"),
    ],
)
def test_a_wrong_profile_says_what_and_where(text: str, complaint: str) -> None:
    with pytest.raises(TableError) as raised:
        from_toml(text, "x.toml")
    assert complaint in str(raised.value)


@pytest.mark.parametrize("name", ["kitchen", "Küche 2", "Ann's", "a", "R&D + us", "x" * 60])
def test_a_name_that_is_allowed(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", " ", ".", "..", "a/b", "a\\b", "a:b", "a.", "-", "x" * 61, "a\nb\0", "?"])
def test_a_name_that_cannot_name_a_file(name: str) -> None:
    with pytest.raises(TableError, match="cannot name a table"):
        checked_name(name)


def test_a_folder_keeps_its_tables(tables: Tables) -> None:
    assert tables.entries() == ()
    assert tables.latest() is None
    path = tables.save(KITCHEN)
    assert path == tables.folder / "table-küche 2.toml"
    den = replace(KITCHEN, name="Den")
    os.utime(path, (1, 1))
    tables.save(den)
    assert tables.load("küche  2") == KITCHEN
    assert tables.latest() == den
    assert [entry.profile for entry in tables.entries()] == [den, KITCHEN]
    tables.delete("DEN")
    assert tables.latest() == KITCHEN


def test_saving_again_replaces_the_old_one_and_leaves_no_other_file(tables: Tables) -> None:
    tables.save(KITCHEN)
    tables.save(replace(KITCHEN, muted=False))
    assert not tables.load("Küche 2").muted
    assert len(list(tables.folder.iterdir())) == 1


def test_a_table_that_is_not_there_names_those_that_are(tables: Tables) -> None:
    with pytest.raises(TableError, match=r"'den' .there are: none yet.: run `referee setup --name 'den'`"):
        tables.load("den")
    tables.save(KITCHEN)
    with pytest.raises(TableError, match=r"there are: Küche 2"):
        tables.load("den")
    with pytest.raises(TableError, match="no table is called 'den'"):
        tables.delete("den")


def test_a_damaged_table_is_listed_with_its_fault_and_can_be_deleted(tables: Tables) -> None:
    path = tables.save(KITCHEN)
    path.write_bytes(b"\xff\xfe")
    [entry] = tables.entries()
    assert (entry.profile, entry.fault) == (None, f"{path}: this is no text: run `referee setup` anew")
    with pytest.raises(TableError, match="this is no text"):
        tables.latest()
    tables.delete("Küche 2")
    assert tables.entries() == ()


def test_a_failed_save_leaves_the_old_table_whole(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.save(KITCHEN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match=r"table-küche 2.toml: cannot be written \(No space left on device\)"):
        tables.save(replace(KITCHEN, muted=False))
    assert tables.load("Küche 2") == KITCHEN
    assert len(list(tables.folder.iterdir())) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match="cannot be written"):
        Tables(tmp_path / "file" / "tables").save(KITCHEN)


def test_a_table_gives_its_match() -> None:
    match = app.match_at_table(KITCHEN, seed=5)
    assert match.table.players == ("Ann", "Ben", "Cid")
    assert (match.table.seed, match.table.shared_microphone) == (5, False)
    assert match.rules == GraveFeastRules(blocked_card="return", reply_window_s=3.5, race_tie_band_ms=80)


def test_a_table_of_an_unknown_game_or_rule_has_no_match() -> None:
    with pytest.raises(app.SettingsError, match="unknown game 'grave-fest': did you mean grave-feast"):
        app.match_at_table(replace(KITCHEN, game="grave-fest"), seed=0)
    with pytest.raises(HouseRuleError, match=r"unknown house rule 'gf\.blocked'"):
        app.match_at_table(replace(KITCHEN, house_rules=(("gf.blocked", "return"),)), seed=0)
    with pytest.raises(app.SettingsError, match="takes 2 to"):
        app.match_at_table(replace(KITCHEN, seats=KITCHEN.seats[:1]), seed=0)


def test_a_house_rule_may_be_null_though_toml_has_none() -> None:
    without = replace(KITCHEN, house_rules=(("race.tie_band_ms", None),))
    assert '"race.tie_band_ms" = "null"' in to_toml(without)
    assert from_toml(to_toml(without), "x.toml") == without
    assert app.match_at_table(without, seed=0).rules == GraveFeastRules(race_tie_band_ms=None)


def test_no_house_rule_means_the_word_null() -> None:
    declared = [setting for game in GAMES.values() for setting in settings(game.rules_type)]
    assert [setting.key for setting in declared if "null" in setting.choices or setting.default == "null"] == []


def test_the_example_of_the_documentation_is_a_table() -> None:
    text = (Path(__file__).parents[1] / "docs" / "tables.md").read_text(encoding="utf-8")
    profile = from_toml(text.partition("```toml")[2].partition("```")[0], "docs/tables.md")
    assert profile.channel_players == ("Ann", "Ben")
    assert app.match_at_table(profile, seed=0).rules == GraveFeastRules(blocked_card="return")
