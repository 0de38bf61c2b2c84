"""Negotiations of Age of the Moon, counted from what is asked, what is answered and what agreements hold."""

from collections import Counter
from itertools import chain

import numpy as np

from lunar_envs.games.age_of_the_moon.codes import Action, Agreement, Context, Kind

ANSWERS = {Action.ACCEPT: "accepted", Action.REJECT: "rejected", Action.COUNTER: "countered"}
PEACE = (Agreement.TREATY, Agreement.PACT)
"""Agreements that can be broken (R85); nothing else ends them."""
COMPACTS = (*PEACE, Agreement.EXCHANGE, Agreement.REGION, Agreement.COLLAB, Agreement.TEMP, Agreement.JV)
"""Kinds of agreements that both sides have accepted; an embargo and a tension are imposed."""


NAMES = {
    "COLLAB": "collaborative construction",
    "TEMP": "temporary sharing",
    "JV": "joint venture",
}
"""What the codes abbreviate."""


class Talks:
    """Watches one game; ``counts`` has a number for every (event, what it was about).

    An offer is *proposed* when it is put to the first who has to answer, a counter-offer like any other; an offer to
    several is answered by each of them.
    """

    def __init__(self, state: np.ndarray) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.kinds = state[0].ag_kind.copy()
        self.asked = False

    def before(self, state: np.ndarray, action: int) -> None:
        """Note an answer."""
        s = state[0]
        if s.ctx == Context.RESPOND:
            if not self.asked:
                self._count("proposed", Kind(s.ng_kind))
            if action in ANSWERS:
                self._count(ANSWERS[Action(action)], Kind(s.ng_kind))
        self.asked = s.ctx == Context.RESPOND and action != Action.COUNTER

    def after(self, state: np.ndarray) -> None:
        """Note agreements that the action made or ended."""
        kinds = state[0].ag_kind
        for slot in np.flatnonzero(kinds != self.kinds):
            old, new = Agreement(self.kinds[slot]), Agreement(kinds[slot])
            if old in COMPACTS:
                self._count("broken" if old in PEACE else "ended", old)
            if new in COMPACTS:
                self._count("made", new)
        self.kinds = kinds.copy()

    def finish(self, state: np.ndarray) -> None:
        """Note what still holds and who has won."""
        s = state[0]
        for kind in map(Agreement, s.ag_kind):
            if kind in COMPACTS:
                self._count("kept", kind)
        self.counts["victory", "shared" if int(s.winners).bit_count() > 1 else "alone" if s.winners else "nobody"] += 1

    def _count(self, event: str, what: Kind | Agreement) -> None:
        self.counts[event, NAMES.get(what.name, what.name.lower().replace("_", " "))] += 1


OFFERS = ("proposed", "accepted", "rejected", "countered")
AGREEMENTS = ("made", "kept", "broken", "ended")


def talk_figures(records: list[Counter[tuple[str, str]]]) -> dict[str, dict[str, dict[str, float]]]:
    """How often a game each kind of offer and agreement, and the shares of victories; empty for other games."""
    total = sum(records, Counter())
    if not total:
        return {}
    games = len(records)
    return {
        "offers a game": _table(total, OFFERS, games),
        "agreements a game": _table(total, AGREEMENTS, games),
        "victories": {"share": {how: total["victory", how] / games for how in ("alone", "shared", "nobody")}},
    }


def _table(total: Counter[tuple[str, str]], events: tuple[str, ...], games: int) -> dict[str, dict[str, float]]:
    """A row for each kind and one for all, a column for each event."""
    kinds = sorted({what for event, what in total if event in events})
    rows = {what: {event: total[event, what] / games for event in events} for what in kinds}
    sums = {event: sum(row[event] for row in rows.values()) for event in events}
    return {what: {e: round(n, 4) for e, n in row.items()} for what, row in chain(rows.items(), [("all", sums)])}
