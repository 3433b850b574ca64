"""Counts of ordered pairs of trees by distance, without listing the trees.

Two copies of the automaton run side by side. A pair of labels (u, v) has the weight x^|u^k - v^k|,
so the sum over all pairs of paths is a polynomial whose coefficients are the counts. It is
evaluated at all N-th roots of unity modulo a prime, N larger than its degree, and an inverse
transform gives the coefficients. The prime is larger than any of them, so they are exact.

One evaluation goes through the layers with V[s, t] = the sum over all pairs of paths that end in
the states s and t. V is symmetric, so each block of its rows is computed up to the diagonal only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from agreement.tables.automaton import Layer

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Weigh: TypeAlias = Callable[[Ints, Ints, Floats], None]  # sums (in place), weights, their shares

CELLS = 2**15  # cells in a block of rows, which fits a core's cache
SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def count_pairs(layers: Sequence[Layer], k: int) -> dict[int, int]:
    """Return how many ordered pairs of trees have each distance numerator.

    >>> from agreement.tables.automaton import layers
    >>> count_pairs(layers(4), k=1)
    {0: 5, 2: 10, 4: 10}
    """
    prime, root, size = field(layers, k)
    return interpolate(
        [evaluate(layers, k, pow(root, i, prime), prime) for i in range(size)], root, prime
    )


def field(layers: Sequence[Layer], k: int) -> tuple[int, int, int]:
    """Return a prime, a primitive N-th root of unity modulo it, and N = the largest numerator + 1.

    The prime is larger than the number of pairs. Raises ValueError if it would leave too few bits
    for the sums of a block: for more than 16 words, or 12 if trees are n-ary.
    """
    size = largest_numerator(layers, k) + 1
    prime = next(
        p for p in count(trees(layers) ** 2 // size * size + size + 1, size) if is_prime(p)
    )
    if prime > 2**47:
        words = len(layers) + 1
        raise ValueError(f"Texts of {words} words have more pairs of trees than this can count.")
    factors = [q for q in range(2, size + 1) if size % q == 0 and is_prime(q)]
    for base in count(2):
        root = pow(base, (prime - 1) // size, prime)
        if all(pow(root, size // q, prime) != 1 for q in factors):
            return prime, root, size
    raise AssertionError


def trees(layers: Sequence[Layer]) -> int:
    """Return the number of trees, the paths through the layers.

    >>> from agreement.tables.automaton import layers
    >>> trees(layers(4)), trees(layers(4, "nary"))
    (5, 11)
    """
    ways = np.array([1], dtype=object)
    for layer in layers:
        after = np.zeros(len(layer.labels), dtype=object)
        for sources in layer.sources:
            after[: len(sources)] += ways[sources]
        for row, (first, last) in enumerate(pairwise(layer.starts.tolist())):
            after[row] += ways[layer.more[first:last]].sum()
        ways = after
    return int(ways.sum())


def largest_numerator(layers: Sequence[Layer], k: int) -> int:
    """Return the largest distance numerator of two trees, by the same run over (max, +)."""
    powers = np.arange(len(layers)) ** k
    apart = np.abs(powers[:, None] - powers)

    def weigh(sums: Ints, weights: Ints, _: Floats) -> None:
        sums += weights

    shares = np.zeros(apart.shape)
    return int(_run(layers, np.maximum, 0, (apart, shares), weigh).max())


def evaluate(layers: Sequence[Layer], k: int, x: int, prime: int) -> int:
    """Return the polynomial's value at x, modulo the prime."""
    powers = [i**k for i in range(len(layers))]
    table = np.array([[pow(x, abs(u - v), prime) for v in powers] for u in powers])
    table -= prime * (2 * table > prime)

    def weigh(sums: Ints, weights: Ints, shares: Floats) -> None:
        """Multiply sums by weights modulo the prime, in place.

        The quotient comes from floats, and a second step corrects it. Products wrap around 2^64,
        and so does quotient * prime; their difference is small.
        """
        quotient = (sums * shares).astype(np.int64) * prime
        sums *= weights
        sums -= quotient
        quotient[:] = np.multiply(sums, 1 / prime, out=shares)
        quotient *= prime
        sums -= quotient

    last = _run(layers, np.add, 1, (table, table / prime), weigh)
    return sum(map(int, (last % prime).ravel())) % prime


def interpolate(values: Sequence[int], root: int, prime: int) -> dict[int, int]:
    """Return the nonzero coefficients of the polynomial with these values at root^0, root^1, ..."""
    size = len(values)
    powers = [pow(root, -i, prime) for i in range(size)]
    scale = pow(size, -1, prime)
    result = {}
    for x in range(size):
        total = sum(value * powers[i * x % size] for i, value in enumerate(values))
        if coefficient := total * scale % prime:
            result[x] = coefficient
    return result


def is_prime(p: int) -> bool:
    """Return whether p is prime, by Miller and Rabin's test.

    With these bases it is right for all p below 3 * 10^23.

    >>> [p for p in range(30) if is_prime(p)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if p < 2 or any(p % q == 0 for q in SMALL_PRIMES):
        return p in SMALL_PRIMES
    odd, twos = p - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in SMALL_PRIMES:
        x = pow(base, odd, p)
        if x != 1 and all((x := x if r == 0 else x * x % p) != p - 1 for r in range(twos)):
            return False
    return True


def _run(
    layers: Sequence[Layer], join: np.ufunc, start: int, tables: tuple[Ints, Floats], weigh: Weigh
) -> Ints:
    """Return V after the last layer; two buffers serve all layers, to avoid new allocations."""
    widest = max(len(layer.labels) for layer in layers)
    buffers = [np.empty(widest**2, dtype=np.int64) for _ in range(2)]
    values = np.full((1, 1), start, dtype=np.int64)
    for number, layer in enumerate(layers):
        states = len(layer.labels)
        after = buffers[number % 2][: states**2].reshape(states, states)
        _step(layer, join, values, after, tables, weigh)
        values = after
    return values


def _step(
    layer: Layer,
    join: np.ufunc,
    before: Ints,
    after: Ints,
    tables: tuple[Ints, Floats],
    weigh: Weigh,
) -> None:
    states = len(after)
    height = max(1, CELLS // max(len(before), states))
    weights, shares = tables[0][:, layer.labels], tables[1][:, layer.labels]
    for start in range(0, states, height):
        stop = min(start + height, states)
        labels = layer.labels[start:stop]
        block = _join_rows(layer, join, before, start, stop)
        sums = _join_columns(layer, join, block, stop)
        weigh(sums, weights[labels, :stop], shares[labels, :stop])
        after[start:stop, :stop] = sums
        after[:stop, start:stop] = sums.T


def _join_rows(layer: Layer, join: np.ufunc, before: Ints, start: int, stop: int) -> Ints:
    """Return, for each state from start to stop, its sources' rows joined."""
    result = before[layer.sources[0][start:stop]]
    for sources in layer.sources[1:]:
        some = sources[start:stop]
        joined = result[: len(some)]
        join(joined, before[some], out=joined)
    ends = layer.starts[start : stop + 1]
    for row, (first, last) in enumerate(pairwise(ends.tolist())):
        join(result[row], join.reduce(before[layer.more[first:last]], axis=0), out=result[row])
    return result


def _join_columns(layer: Layer, join: np.ufunc, block: Ints, stop: int) -> Ints:
    """Return, for each state before stop, its sources' columns joined."""
    result = block.take(layer.sources[0][:stop], axis=1)
    for sources in layer.sources[1:]:
        some = sources[:stop]
        joined = result[:, : len(some)]
        join(joined, block.take(some, axis=1), out=joined)
    ends = layer.starts[: stop + 1]
    if len(ends) > 1:
        more = block.take(layer.more[: ends[-1]], axis=1)
        joined = result[:, : len(ends) - 1]
        join(joined, join.reduceat(more, ends[:-1], axis=1), out=joined)
    return result
