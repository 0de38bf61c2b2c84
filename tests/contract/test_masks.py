"""How compiled code goes through masks."""

import numpy as np
import pytest

from lunar_envs.engine.masks import count_legal, first_legal, next_legal, nth_legal


@pytest.mark.parametrize("length", [1, 7, 8, 9, 16, 31])
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_legal_actions_are_found_in_order(length: int, share: float) -> None:
    rng = np.random.default_rng(length)
    for _ in range(5):
        mask = (rng.random(length) < share).astype(np.int8)
        mask[rng.integers(length)] = 1
        legal = mask.nonzero()[0].tolist()
        assert count_legal(mask) == len(legal)
        assert [nth_legal(mask, n) for n in range(len(legal))] == legal
        for first in range(length):
            later = [a for a in legal if a >= first]
            assert next_legal(mask, first) == (later or [length])[0]
            assert first_legal(mask, first) == (later or legal)[0]
