"""Files that are whole at every moment."""

import os
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one go, so that an interruption leaves the old one."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    os.replace(new, path)
