"""The tree search: it plays every game, sees no more than its seat, and knows a good move when it sees one."""

import copy
import pickle

import numpy as np
import pytest

import lunar_envs
from agents import make_agent, view_of
from agents.match import play
from agents.search import REPLIES, SearchAgent
from lunar_envs.engine.search import FIRST_CHILDREN, Tree

GAMES = list(lunar_envs.games.values())
SETTINGS = (0.7, 0.7, 1, 1, False)


def midgame(game, num_players: int, seed: int) -> np.ndarray:
    """A state of a random game in which the seat to move has a choice."""
    rng = np.random.default_rng(seed)
    state = game.new(num_players, seed)
    waits = rng.integers(20, 120)
    while waits > 0 or len(np.flatnonzero(game.legal(state))) < 2:
        game.step(state, int(rng.choice(np.flatnonzero(game.legal(state)))))
        waits -= 1
        if game.is_over(state):
            state = game.new(num_players, seed := seed + 1000)
    return state


def begin(tree: Tree, state: np.ndarray) -> None:
    tree.begin(state, tree.game.legal(state))


def decide(state: np.ndarray, game, seed: int, **settings) -> int:
    agent = SearchAgent(**({"simulations": 40} | settings))
    seat = game.to_move(state)
    agent.begin(game, seat, seed)
    return agent.act(view_of(game, state, seat))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_never_changes_a_decision(game, seed: int) -> None:
    state = midgame(game, game.max_players, seed)
    seat = game.to_move(state)
    replies = REPLIES[seed % 2]
    known = decide(state, game, seed, replies=replies)
    assert game.legal(state)[known]
    for other in range(3):
        assert decide(game.determinize(state, seat, other), game, seed, replies=replies) == known


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_state_stays_as_it_is(game) -> None:
    state = midgame(game, game.max_players, 7)
    before = state.tobytes()
    decide(state, game, 1)
    assert state.tobytes() == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whole_games_with_every_kind_of_playout(game) -> None:
    players = [
        SearchAgent(8, playout=("random", "greedy")[k % 2], length=(None, 2, 0)[k % 3]) for k in range(game.max_players)
    ]
    outcome = play(game, players, 5, range(len(players)), {})
    assert outcome.forfeits == [None] * len(players)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tree_counts_right(game) -> None:
    """Every simulation passes the root but the first, which makes it; what passes a node has left it by a child."""
    tree = Tree(game, 200)
    begin(tree, midgame(game, game.max_players, 11))
    tree.run(200, 3, SETTINGS)
    assert tree.visits().sum() == 199
    nodes = tree.nodes[tree.nodes["key"] > 0]
    assert len(nodes) == tree.places[0] <= 200
    assert len(set(nodes["key"])) == len(nodes)
    assert (nodes["visits"] == nodes["child_visits"].sum(axis=1)).all()
    assert (np.abs(nodes["totals"]) <= nodes["child_visits"]).all()
    for node in nodes:
        values = node["first_values"][1 : node["width"]]
        assert (np.diff(values) <= 0).all()
        assert len(set(node["actions"][: node["width"]])) == node["width"] > 0
        opened = FIRST_CHILDREN + int(np.sqrt(node["visits"]))
        assert not node["child_visits"][opened:].any()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("greedy_replies", [False, True])
def test_others_reply_as_told(game, greedy_replies: bool) -> None:
    """Where they reply as the greedy player would, no other action of theirs is in the tree."""
    state = midgame(game, game.max_players, 12)
    tree = Tree(game, 300)
    begin(tree, state)
    tree.run(300, 3, (*SETTINGS[:-1], greedy_replies))
    nodes = tree.nodes[tree.nodes["key"] > 0]
    mine = nodes["seat"] == game.to_move(state)
    assert (nodes["width"][mine] > 1).any()
    assert (nodes["width"][~mine] > 1).any() != greedy_replies
    assert not mine.all()


def test_who_is_searched_by_default() -> None:
    game = lunar_envs.games["lunarchitects"]
    assert [SearchAgent().settings(game, n)[-1] for n in (2, 3, 4, 5)] == [False, True, True, True]
    assert not SearchAgent(replies="searched").settings(game, 4)[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_search_ends_where_the_rest_could_not_change_the_decision(game) -> None:
    fewer = 0
    for seed in range(5):
        state = midgame(game, 2, seed)
        agent = SearchAgent(400)
        agent.begin(game, game.to_move(state), seed)
        seeds = SearchAgent()
        seeds.reseed(seed)
        tree = Tree(game, 400)
        begin(tree, game.determinize(state, game.to_move(state), seeds.draw_seed()))
        tree.run(400, seeds.draw_seed(), agent.settings(game, 2))
        assert agent.act(view_of(game, state, game.to_move(state))) == tree.visits().argmax()
        fewer += agent.trees[0].visits().sum() < tree.visits().sum() == 399
    assert fewer


def test_simulations_in_two_runs_are_those_of_one() -> None:
    game = lunar_envs.games["luna_maris"]
    state = midgame(game, 2, 5)
    once, twice = Tree(game, 50), Tree(game, 50)
    begin(once, state)
    once.run(50, 3, SETTINGS)
    begin(twice, state)
    twice.run(30, twice.run(20, 3, SETTINGS), SETTINGS)
    assert (once.nodes == twice.nodes).all()


def test_a_full_tree_is_searched_on() -> None:
    game = lunar_envs.games["lunarchitects"]
    tree = Tree(game, 8)
    begin(tree, midgame(game, 2, 1))
    tree.run(200, 3, SETTINGS)
    assert tree.places[0] == len(tree.nodes) // 2
    assert tree.visits().sum() == 199


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_evaluations_are_rewards_to_expect(game) -> None:
    for num_players in range(game.min_players, game.max_players + 1):
        state = midgame(game, num_players, num_players)
        tree = Tree(game, 2)
        begin(tree, state)
        tree.run(1, 0, SETTINGS)
        values = tree.values[0]
        assert (np.abs(values) <= 1).all()
        assert not values[num_players:].any()
        assert num_players == 1 or abs(values.sum()) < 1e-4


def test_one_seed_one_decision_and_threads_add_up() -> None:
    game = lunar_envs.games["moonbase_alpha"]
    state = midgame(game, 2, 3)
    assert decide(state, game, 4) == decide(state, game, 4)
    assert decide(state, game, 4, trees=2) == decide(state, game, 4, trees=2)


def test_a_budget_of_time() -> None:
    game = lunar_envs.games["lunarchitects"]
    assert game.legal(state := midgame(game, 2, 3))[decide(state, game, 4, milliseconds=5)]


def test_more_simulations_beat_the_greedy_player() -> None:
    game, wins = lunar_envs.games["lunarchitects"], 0.0
    players = [SearchAgent(100), make_agent("greedy")]
    for deal in range(4):
        wins += play(game, players, deal, (deal, deal), {}).wins[0]
        wins += play(game, players[::-1], deal, (deal, deal), {}).wins[1]
    assert wins > 5


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"simulations": 0}, "simulations must be an integer from 2 to 1000000, got 0"),
        ({"simulations": 2.5}, "simulations must be an integer from 2 to 1000000, got 2.5"),
        ({"milliseconds": 0}, "milliseconds must be a number above 0, got 0"),
        ({"milliseconds": "x"}, "milliseconds must be a number above 0, got 'x'"),
        ({"exploration": float("nan")}, "exploration must be a number above 0, got nan"),
        ({"simulations": 10**9}, "simulations must be an integer from 2 to 1000000, got 1000000000"),
        ({"advice": 1.5}, "advice must be a number from 0 to 1, got 1.5"),
        ({"playout": "wild"}, "random, greedy"),
        ({"replies": "wild"}, "replies='wild' is not one of searched, greedy"),
        ({"length": -1}, "length must be an integer from 0 to 1000000, got -1"),
        ({"length": 1.5}, "length must be an integer from 0 to 1000000, got 1.5"),
        ({"trees": 0}, "trees must be an integer from 1 to 64, got 0"),
    ],
)
def test_settings_out_of_range(settings: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SearchAgent(**settings)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_simulation_goes_to_what_is_forbidden(game) -> None:
    state = midgame(game, 2, 9)
    legal = game.legal(state).nonzero()[0]
    mask = game.masks()[0]
    mask[legal[: len(legal) // 2 + 1]] = 1
    tree = Tree(game, 100)
    tree.begin(state, mask)
    tree.run(100, 3, SETTINGS)
    visits = tree.visits()
    assert visits.sum() == 99
    assert not visits[mask == 0].any()


@pytest.mark.parametrize("double", [copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))])
def test_a_double_searches_like_the_original(double) -> None:
    game = lunar_envs.games["moonbase_alpha"]
    state = midgame(game, 2, 3)
    agent = SearchAgent(60)
    agent.begin(game, game.to_move(state), 1)
    other = double(agent)
    view = view_of(game, state, game.to_move(state))
    assert agent.act(view) == other.act(view)
    assert (agent.trees[0].nodes == other.trees[0].nodes).all()


def test_what_is_forbidden_is_not_taken() -> None:
    game = lunar_envs.games["lunarchitects"]
    state = midgame(game, 2, 3)
    wanted = decide(state, game, 4)
    agent = make_agent(f"search:40,forbid={game.action_name(wanted).partition('(')[0]}")
    agent.begin(game, game.to_move(state), 4)
    taken = agent.act(view_of(game, state, game.to_move(state)))
    assert game.legal(state)[taken]
    kinds = {game.action_name(int(a)).partition("(")[0] for a in game.legal(state).nonzero()[0]}
    assert len(kinds) == 1 or game.action_name(taken).partition("(")[0] != game.action_name(wanted).partition("(")[0]
