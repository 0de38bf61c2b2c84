"""One version, wherever it is written."""

import re
from pathlib import Path

import pytest

import lunar_envs

ROOT = Path(__file__).parent.parent
NAMED = {
    "CITATION.cff": r"^version: (\S+)$",
    "CHANGELOG.md": r"^## (\S+)",
}


@pytest.mark.parametrize("file", NAMED)
def test_a_file_names_the_version_of_the_library(file):
    found = re.search(NAMED[file], (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    assert found[1] == lunar_envs.__version__
