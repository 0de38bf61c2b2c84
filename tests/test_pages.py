"""The page of every game says what the code is: its tables, parsed, against the game itself."""

import ast
import importlib
import itertools
import re
from pathlib import Path

import pytest

import lunar_envs

DOCS = Path(__file__).parents[1] / "docs"
RULES = re.compile(r"\bR(\d+)(?:(?:-| to )R?(\d+))?\b")
LONGEST_RANGE = 10


@pytest.fixture(params=lunar_envs.games)
def game(request):
    return lunar_envs.games[request.param]


@pytest.fixture
def page(game):
    return (DOCS / f"{game.name}.md").read_text(encoding="utf-8")


def table(page, name):
    """The cells of a table between its markers, without the headline."""
    part = page.split(f"<!-- begin {name} -->")[1].split(f"<!-- end {name} -->")[0]
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


def test_actions(game, page):
    rows = table(page, "actions")
    assert [i for ids, *_ in rows for i in span(ids)] == list(range(game.num_actions))
    for ids, name, cell, _ in rows:
        assert [game.action_names[i] for i in span(ids)] == action_names(name, cell)


def test_contexts(game, page):
    assert [(int(ctx), name) for ctx, name, *_ in table(page, "contexts")] == list(enumerate(game.contexts))


def test_blocks(game, page):
    written = [(coded(name), span(ids), *coded(shape)) for name, ids, shape, _ in table(page, "blocks")]
    assert written == [
        ([block.name], list(range(block.start, block.start + block.length)), str(block.shape))
        for block in game.blocks_table
    ]


def test_options(game, page):
    written = [
        (name, {ast.literal_eval(value) for value in coded(values)}, *map(ast.literal_eval, coded(default)))
        for names, values, default, _ in table(page, "options")
        for name in coded(names)
    ]
    assert written == [(option.name, set(option.values), option.default) for option in game.options]


def test_facts(game, page):
    facts = dict(table(page, "facts"))
    players = (
        f"{game.min_players} to {game.max_players}" if game.min_players < game.max_players else str(game.max_players)
    )
    assert facts["Players"] == players
    assert coded(facts["Agents"]) == ["player_0", f"player_{game.max_players - 1}"]
    assert coded(facts["Action space"]) == [f"Discrete({game.num_actions})"]
    assert coded(facts["Observation shape"]) == [f"({game.observation_length},)"]
    assert facts["State"] == f"{game.dtype.itemsize} bytes"
    assert facts["Version"] == f"v{game.version}"


def test_rules_are_those_of_the_code(game, page):
    """Every rule is named where it is written in code, alone or in a short range, and no other is."""
    written = {int(number) for number in re.findall(r"^\*\*R(\d+)", page, re.MULTILINE)}
    covered, named = set(), set()
    for source in (Path(lunar_envs.__file__).parent / "games" / game.name).rglob("*.py"):
        for first, last in RULES.findall(source.read_text(encoding="utf-8")):
            numbers = range(int(first), int(last or first) + 1)
            named |= {numbers[0], numbers[-1]}
            covered |= set(numbers) if len(numbers) <= LONGEST_RANGE else set()
    assert written <= covered
    assert named <= written


def test_the_door_says_what_the_game_is(game):
    door = importlib.import_module(f"lunar_envs.{game.name}_v{game.version}").__doc__
    players = f"{game.min_players} to {game.max_players}" if game.min_players < game.max_players else game.max_players
    for fact in (
        f"from lunar_envs import {game.name}_v{game.version}",
        f"Discrete({game.num_actions}), masked",
        f"float32[{game.observation_length}]",
        f"int8[{game.num_actions}]",
        f"player_{game.max_players - 1}``",
    ):
        assert fact in door
    assert f", {players}" in door or game.min_players == game.max_players
    assert set(re.findall(r"``(\w+)``", door.partition("Options: ")[2])) >= {option.name for option in game.options}
