"""The generator inside every state: xoshiro256++ (Blackman and Vigna), seeded by splitmix64.

All functions take the state record ``s`` and use its fields ``rng`` (uint64[4]), ``script``
(int8[32]) and ``script_n``. Nothing touches a global generator.
"""

import numpy as np

from .jit import disabled, jit

SCRIPT_LENGTH = 32
FIELDS = [("rng", "u8", (4,)), ("script", "i1", (SCRIPT_LENGTH,)), ("script_n", "i1")]

_U = np.uint64
_LOW_32 = _U(0xFFFFFFFF)
_GOLDEN = _U(0x9E3779B97F4A7C15)


@jit
def mix(x):
    """splitmix64's output function: one uint64 to another, well scattered."""
    x = (x ^ (x >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U(27))) * _U(0x94D049BB133111EB)
    return x ^ (x >> _U(31))


@jit
def next_seed(seed):
    """The seed that follows ``seed`` (uint64) in a stream of seeds."""
    return mix(seed + _GOLDEN)


@jit
def branch(seed):
    """A seed for another use of ``seed``, apart from the stream that goes on from it."""
    return mix(~seed)


@jit
def seed_generator(s, seed):
    """Start the generator of ``s`` from one uint64."""
    for i in range(4):
        seed = seed + _GOLDEN
        s.rng[i] = mix(seed)


@jit
def next_u64(s):
    """64 random bits (uint64)."""
    a, b, c, d = s.rng[0], s.rng[1], s.rng[2], s.rng[3]
    total = a + d
    result = ((total << _U(23)) | (total >> _U(41))) + a
    c = c ^ a
    d = d ^ b
    s.rng[1] = b ^ c
    s.rng[0] = a ^ d
    s.rng[2] = c ^ (b << _U(17))
    s.rng[3] = (d << _U(45)) | (d >> _U(19))
    return result


@jit
def below(s, n):
    """A uniform integer in ``0 .. n - 1`` (int), 1 <= n < 2**32, without bias (Lemire's method)."""
    bound = _U(n)
    product = (next_u64(s) >> _U(32)) * bound
    if (product & _LOW_32) < bound:
        threshold = ((_LOW_32 - bound) + _U(1)) % bound
        while (product & _LOW_32) < threshold:
            product = (next_u64(s) >> _U(32)) * bound
    return np.int64(product >> _U(32))


@jit
def shuffle(s, row, start, stop):
    """Put ``row[start:stop]`` into a uniformly random order (Fisher and Yates)."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        row[i], row[j] = row[j], row[i]


@jit
def deal_anew(s, row, start, stop):
    """Shuffle ``row[start:stop]`` so that the result depends on what is there, not on its order."""
    for i in range(start + 1, stop):
        value = row[i]
        j = i
        while j > start and row[j - 1] > value:
            row[j] = row[j - 1]
            j -= 1
        row[j] = value
    shuffle(s, row, start, stop)


@jit
def roll(s, faces):
    """One of ``faces`` (int8[n]); a scripted result, if any is left, comes first."""
    if s.script_n > 0:
        return take_script(s)
    return np.int64(faces[below(s, faces.shape[0])])


@jit
def take_script(s):
    """Remove and return the oldest scripted result."""
    result = np.int64(s.script[0])
    for i in range(s.script_n - 1):
        s.script[i] = s.script[i + 1]
    s.script_n -= 1
    s.script[s.script_n] = 0
    return result


if disabled():  # numpy scalars warn where machine integers wrap, which is meant here
    _quiet = np.errstate(over="ignore")
    mix, next_seed, branch, seed_generator, next_u64 = map(_quiet, (mix, next_seed, branch, seed_generator, next_u64))
