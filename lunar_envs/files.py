"""Files that are whole at every moment."""

import os
import secrets
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one go: an interruption leaves the old one, and writers at the same time leave one of theirs."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        new.write_bytes(content)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
