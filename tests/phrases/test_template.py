"""Templates: what they mean, and the column of every fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.core.phrases.match import full_matches, sentences
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.render import template_text
from assistant.core.phrases.template import TemplateError, parse_template
from assistant.core.phrases.tree import Choice, ListSlot, Literal, Maybe, Node, NumberSlot, Row, rows_of

LISTS = {"players": (("ann",), ("mary", "lou")), "words": (("rats",), ("the", "devil"))}


def test_every_form() -> None:
    assert parse_template("{n:1-9} to") == Row((NumberSlot("n", 1, 9), Literal("to")))
    assert parse_template("{cards:1-12+}") == NumberSlot("cards", 1, 12, many=True)
    assert parse_template("{who:@players}") == ListSlot("who", "players")
    assert parse_template("(fight|flee)") == Choice((Literal("fight"), Literal("flee")))
    assert parse_template("[oh] Seduce!") == Row((Maybe(Literal("oh")), Literal("seduce")))
    assert parse_template("don't go") == Row((Literal("don't"), Literal("go")))


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("five to (the graveyard", 8, 'found "(" without its ")"'),
        ("five [to the", 5, 'found "[" without its "]"'),
        ("five (to] the", 5, 'found "(" without its ")"'),
        ("five to) the", 7, 'found ")" without its opening bracket'),
        ("to {n:1-}", 3, 'found "{n:1-}", expected {name:1-9}, {name:1-9+} or {name:@list}'),
        ("to {N:1-9}", 3, 'found "{N:1-9}", expected {name:1-9}, {name:1-9+} or {name:@list}'),
        ("{n:9-1} to", 0, 'found "{n:9-1}", expected rising bounds up to 99'),
        ("to {n:1-100}", 3, 'found "{n:1-100}", expected rising bounds up to 99'),
        ("[oh]", 0, "found a template that may be silence, expected at least one word"),
        ("", 0, "found a template that may be silence, expected at least one word"),
        ("{n:1-9} of {n:1-9}", 11, 'found the slot "n" twice, expected every slot once'),
    ],
)
def test_a_fault_has_its_column(text: str, column: int, said: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert (caught.value.column, str(caught.value)) == (column, said)


def test_an_unclosed_slot_is_a_fault() -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template("five {n:1-9")
    assert caught.value.column == 5


def test_rows_make_every_choice() -> None:
    rows = rows_of(parse_template("[oh] (fight|flee)"))
    assert [" ".join(leaf.word for leaf in row if isinstance(leaf, Literal)) for row in rows] == [
        "fight",
        "flee",
        "oh fight",
        "oh flee",
    ]


def test_sentences_are_spelled_out() -> None:
    assert list(sentences(parse_template("{n:19-21} [brains] {w:@words}"), LISTS))[:4] == [
        "nineteen rats",
        "nineteen the devil",
        "nineteen brains rats",
        "nineteen brains the devil",
    ]
    assert len(list(sentences(parse_template("{n:1-9} to the graveyard"), LISTS))) == 9


WORDS = st.sampled_from(["brains", "to", "the", "five", "you", "no", "more"]).map(Literal)
SLOTS = st.one_of(
    st.tuples(st.integers(0, 99), st.integers(0, 3)).map(lambda at: NumberSlot("n", at[0], min(99, sum(at)))),
    st.sampled_from(["players", "words"]).map(lambda name: ListSlot("who", name)),
)


def _grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(several.map(Row), several.map(Choice), inner.map(Maybe))


TREES: st.SearchStrategy[Node] = st.recursive(st.one_of(WORDS, SLOTS), _grown, max_leaves=5)


@given(TREES)
def test_every_sentence_of_a_template_matches_it(tree: Node) -> None:
    for sentence in list(sentences(tree, LISTS))[:50]:
        words = tuple(sentence.split())
        assert full_matches(tree, words, LISTS)
        assert not full_matches(tree, (*words, "zebra"), LISTS)
        assert plain_words(sentence.upper() + "!") == words


@given(TREES)
def test_a_template_says_the_same_when_written_out_and_read_again(tree: Node) -> None:
    row = Row((Literal("start"), tree))
    text = template_text(row)
    try:
        again = parse_template(text)
    except TemplateError as error:
        assert "twice" in str(error)  # noqa: PT017 - trees may hold one slot twice, which a template may not
        return
    assert template_text(again).replace("(", "").replace(")", "") == text.replace("(", "").replace(")", "")
    assert set(sentences(again, LISTS)) == set(sentences(row, LISTS))
