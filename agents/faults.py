"""What an agent may do wrong, in words."""

FAULTS = (Exception, SystemExit)
"""Whatever an agent raises is its own fault; Ctrl-C is not."""
LONGEST = 300
"""Most characters of a reason."""


def reason(error: BaseException) -> str:
    """A fault in one short line."""
    try:
        said = str(error)
    except Exception:
        said = "its message cannot be read"
    line = " ".join(f"{type(error).__name__}: {said}".split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
