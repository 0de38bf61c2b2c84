"""The Python examples of the README run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs(example, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(example, "README.md", "exec"), {})
