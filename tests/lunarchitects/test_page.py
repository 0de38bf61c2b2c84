"""The game's page says what the code is: its tables, parsed, against the game itself."""

import ast
import itertools
import re
from pathlib import Path

import lunar_envs

GAME = lunar_envs.games["lunarchitects"]
PAGE = (Path(__file__).parents[2] / "docs" / "lunarchitects.md").read_text(encoding="utf-8")


def table(name):
    """The cells of a table between its markers, without the headline."""
    part = PAGE.split(f"<!-- begin {name} -->")[1].split(f"<!-- end {name} -->")[0]
    lines = [line for line in part.splitlines() if line]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if set(row[0]) != {"-"}][1:]


def coded(cell):
    """The parts of a cell that are set as code."""
    return re.findall(r"`([^`]*)`", cell)


def span(cell):
    """The numbers of "3-7" or "3"."""
    first, _, last = cell.partition("-")
    return list(range(int(first), int(last or first) + 1))


def arguments(cell):
    """All argument lists of "purple, gray; A, B" or "1..3"."""

    def values(part):
        first, dots, last = part.partition("..")
        return range(int(first), int(last) + 1) if dots else part.split(", ")

    return itertools.product(*(values(part) for part in cell.split("; ")))


def action_names(name, cell):
    """The names that one row of the action table stands for."""
    if "(" not in name:
        return [name] if not cell else []
    head = name.partition("(")[0]
    return [f"{head}({','.join(map(str, values))})" for values in arguments(cell)]


def test_actions():
    rows = table("actions")
    assert [i for ids, *_ in rows for i in span(ids)] == list(range(GAME.num_actions))
    for ids, name, cell, _ in rows:
        assert [GAME.action_names[i] for i in span(ids)] == action_names(name, cell)


def test_contexts():
    assert [(int(ctx), name) for ctx, name, *_ in table("contexts")] == list(enumerate(GAME.contexts))


def test_blocks():
    written = [(coded(name), span(ids), *coded(shape)) for name, ids, shape, _ in table("blocks")]
    assert written == [
        ([block.name], list(range(block.start, block.start + block.length)), str(block.shape))
        for block in GAME.blocks_table
    ]


def test_options():
    written = [
        (name, {ast.literal_eval(value) for value in coded(values)}, *map(ast.literal_eval, coded(default)))
        for names, values, default, _ in table("options")
        for name in coded(names)
    ]
    assert written == [(option.name, set(option.values), option.default) for option in GAME.options]


def test_facts():
    facts = dict(table("facts"))
    assert facts["Players"] == f"{GAME.min_players} to {GAME.max_players}"
    assert coded(facts["Agents"]) == ["player_0", f"player_{GAME.max_players - 1}"]
    assert coded(facts["Action space"]) == [f"Discrete({GAME.num_actions})"]
    assert coded(facts["Observation shape"]) == [f"({GAME.observation_length},)"]
    assert facts["State"] == f"{GAME.dtype.itemsize} bytes"
    assert facts["Version"] == f"v{GAME.version}"


def test_rules_are_complete():
    assert [int(number) for number in re.findall(r"^\*\*R(\d+) ", PAGE, re.MULTILINE)] == list(range(1, 51))
