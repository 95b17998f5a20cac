"""The tables in docs/ say what the code does."""

import pytest

from tests.docs_tables import DOCS, TABLES, fresh


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_are_fresh(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    assert text == fresh(name), f"docs/{name} is out of date: run python -m tests.docs_tables"
