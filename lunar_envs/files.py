"""Files that are whole at every moment."""

import contextlib
import os
import secrets
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in one go: an interruption leaves the old one, and writers at the same time leave one of theirs.

    Raises OSError that names ``path``.
    """
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        new.write_bytes(content)
        os.replace(new, path)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {error.strerror}; choose another place") from error
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
