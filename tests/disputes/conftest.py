"""The sample match in a log, made once for all tests that only read it."""

from pathlib import Path

import pytest

from tests.disputes.match import write_match


@pytest.fixture(scope="session")
def match_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_match(tmp_path_factory.mktemp("disputes") / "log")
