"""Component data from CSV files, checked on load: one clear line names file, row, column and what was expected."""

import csv
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Converter = Callable[[str], Any]


class DataError(ValueError):
    """A component file is missing, incomplete or holds a wrong value."""


def integer(low: int, high: int) -> Converter:
    """A whole number in ``low .. high``."""

    def convert(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,6}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number in {low}..{high}")
        return int(text)

    return convert


def choice(values: Sequence[str]) -> Converter:
    """The index of one of ``values``."""

    def convert(text: str) -> int:
        if text not in values:
            raise ValueError("one of " + ", ".join(values))
        return values.index(text)

    return convert


def text(length: int) -> Converter:
    """ASCII text of 1 to ``length`` characters."""

    def convert(value: str) -> str:
        if not 1 <= len(value) <= length or not value.isascii():
            raise ValueError(f"1 to {length} ASCII characters")
        return value

    return convert


def numbers(low: int, high: int) -> Converter:
    """The whole numbers in a text, each in ``low .. high``, as a list."""

    def convert(value: str) -> list[int]:
        return [integer(low, high)(number) for number in re.findall(r"-?\d+", value)]

    return convert


def read_rows(
    folder: Path, default: Path, file: str, columns: Mapping[str, Converter], rows: int | None = None
) -> list[dict[str, Any]]:
    """The rows of ``file``, each with the converted ``columns``; other columns are ignored.

    The file is taken from ``default`` if ``folder`` has none. ``rows`` is the number of rows that must be there; no two
    may have the same ``key``, if that is one of the columns.
    Raises DataError.
    """
    path = folder / file if (folder / file).exists() else default / file
    try:
        with path.open(newline="", encoding="utf-8-sig") as stream:
            reader = csv.DictReader(stream)
            header = reader.fieldnames or []
            missing = [name for name in columns if name not in header]
            if missing:
                raise DataError(f"{path}: column {missing[0]!r} is missing")
            table = [_convert_row(path, reader.line_num, row, columns) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path}: cannot be read as CSV ({error})") from None
    if rows is not None:
        require(len(table) == rows, path.name, f"{rows} rows expected, found {len(table)}")
    if "key" in columns:
        keys = [row["key"] for row in table]
        twice = [key for key in keys if keys.count(key) > 1]
        require(not twice, path.name, f"key {twice[:1]} is given twice")
    return table


def fingerprint(folder: Path, default: Path) -> str:
    """Digest of the cells of all component files, each from ``folder`` or, if it has none, from ``default``."""
    digest = hashlib.sha256()
    for file in sorted(path.name for path in default.glob("*.csv")):
        path = folder / file if (folder / file).exists() else default / file
        with path.open(newline="", encoding="utf-8-sig") as stream:
            digest.update(repr((file, list(csv.reader(stream)))).encode())
    return digest.hexdigest()[:16]


def _convert_row(path: Path, number: int, row: Mapping[str, str], columns: Mapping[str, Converter]) -> dict[str, Any]:
    converted = {}
    for name, convert in columns.items():
        value = (row[name] or "").strip()
        try:
            converted[name] = convert(value)
        except ValueError as expected:
            raise DataError(f"{path}, line {number}, column {name}: expected {expected}, found {value!r}") from None
    return converted


def read_values(folder: Path, default: Path, file: str, keys: Mapping[str, Converter]) -> dict[str, Any]:
    """The converted values of a file with columns ``key`` and ``value``; other keys are ignored. Raises DataError."""
    anything = text(200)
    given = {row["key"]: row["value"] for row in read_rows(folder, default, file, {"key": anything, "value": anything})}
    values = {}
    for key, convert in keys.items():
        require(key in given, file, f"row {key!r} is missing")
        try:
            values[key] = convert(given[key])
        except ValueError as expected:
            raise DataError(f"{file}, row {key}: expected {expected}, found {given[key]!r}") from None
    return values


def require(condition: bool, file: str, expectation: str) -> None:
    """Raise DataError with ``file`` and the broken ``expectation`` unless ``condition`` holds."""
    if not condition:
        raise DataError(f"{file}: {expectation}")
