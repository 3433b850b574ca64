"""Hidden Markov chains whose states emit bags of terms: expectations and best paths, in log space.

A document is a sequence of segments and a segment a bag of terms. The chain starts in a state,
draws the bag of each segment from its current state, and after each segment moves to the next
state or stops (ACL 2014 §3, Fig. 1; COLING 2014 §3.1, eq. 1):

    p(states, bags) = start(s_1) · Π_t [ Π_terms words(term | s_t)^count · moves(s_t+1 | s_t) ]

with s_T+1 the stop. The multinomial coefficient, the number of orders in which a bag can be drawn,
is the same under every model and is left out, as in both papers.

Documents are processed side by side, the same segment position of all of them at a time. Sums of
probabilities are exact in log space (the largest summand is factored out of each sum). Under
constraints a state may be reachable only through one that is e^-1000 times as likely as another;
scaling by segment would lose it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from midpath.corpus.bags import Bags
from midpath.corpus.similarity import Matrix

Floats = NDArray[np.float64]

# Numbers in a block with one for each document and each move between two states: 32 MB.
BLOCK = 2**22


@dataclass(frozen=True)
class Weights:
    """Logs of probabilities, or of their substitutes in variational inference.

    `start` (K), `moves` (K × (K + 1), its last column the stop), `words` (K × V).
    """

    start: Floats
    moves: Floats
    words: Floats


@dataclass(frozen=True)
class Counts:
    """The expected count of each choice, shapes as in Weights, and the log-likelihood."""

    start: Floats
    moves: Floats
    words: Floats
    likelihood: float


class Chains:
    """The documents of `bags` that have segments, arranged for processing side by side.

    Rows are grouped by position in the document, and at each position longer documents come first.
    """

    def __init__(self, bags: Bags) -> None:
        lengths = np.diff(bags.starts)
        order = np.argsort(-lengths, kind="stable")[: np.count_nonzero(lengths)]
        self.lengths = lengths[order]
        longest = int(self.lengths.max(initial=0))
        self._sizes = [int(np.count_nonzero(self.lengths > place)) for place in range(longest)]
        first = bags.starts[order]
        rows = [first[:size] + place for place, size in enumerate(self._sizes)]
        self.rows = np.concatenate([np.empty(0, np.int64), *rows])
        self.counts: Matrix = bags.counts[self.rows]
        self._ends = np.cumsum([0, *self._sizes])

    def places(self) -> Iterator[slice]:
        """Yield the slice of the segments at each position."""
        for start, end in zip(self._ends[:-1], self._ends[1:], strict=True):
            yield slice(int(start), int(end))

    def emitted(self, weights: Weights) -> Floats:
        """Return the log-probability of each segment under each state."""
        found: Floats = self.counts @ np.ascontiguousarray(weights.words.T)
        return found

    def expect(self, weights: Weights) -> Counts:
        """Return the expected counts, by the forward-backward algorithm (COLING 2014, Table 5, eq.
        2 to 6)."""
        emitted = self.emitted(weights)
        ahead = self._forward(weights, emitted)
        ends = self._ends_of(ahead + weights.moves[:, -1])
        totals = _log_sum(ends.copy(), 1)
        moves = np.zeros_like(weights.moves)
        moves[:, -1] = np.exp(ends - totals[:, None]).sum(axis=0)
        found = self._backward(weights, emitted, ahead, totals, moves)
        return Counts(
            start=found[: len(totals)].sum(axis=0),
            moves=moves,
            words=np.ascontiguousarray((self.counts.T @ found).T),
            likelihood=float(totals.sum()),
        )

    def best_paths(self, weights: Weights) -> NDArray[np.int64]:
        """Return the most probable states of each document (Viterbi), by row of the bags.

        Ties go to the lower state.
        """
        emitted = self.emitted(weights)
        places = list(self.places())
        best = np.empty_like(emitted)
        came = np.zeros(emitted.shape, np.int64)
        for number, here in enumerate(places):
            size = here.stop - here.start
            if number == 0:
                best[here] = weights.start + emitted[here]
                continue
            before = best[places[number - 1]][:size]
            for some in _blocks(size, len(weights.start)):
                ways = before[some][:, :, None] + weights.moves[None, :, :-1]
                came[here][some] = ways.argmax(axis=1)
                best[here][some] = ways.max(axis=1) + emitted[here][some]
        return self._traced(best + weights.moves[:, -1], came)

    def draw_paths(self, weights: Weights, rng: np.random.Generator) -> NDArray[np.int64]:
        """Draw the states of each document from their joint probability given its bags, by row of
        the bags: forward filtering, backward sampling (Scott 2002)."""
        ahead = self._forward(weights, self.emitted(weights))
        states = np.empty(len(self.rows), np.int64)
        on = np.empty(0, np.int64)
        for here in reversed(list(self.places())):
            logs = ahead[here]
            logs[: len(on)] += weights.moves[:, on].T
            logs[len(on) :] += weights.moves[:, -1]
            on = _draw(logs, rng)
            states[here] = on
        return self._by_row(states)

    def _by_row(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.empty_like(states)
        found[self.rows] = states
        return found

    def _traced(self, ended: Floats, came: NDArray[np.int64]) -> NDArray[np.int64]:
        states = np.empty(len(self.rows), np.int64)
        places = list(self.places())
        on = np.empty(0, np.int64)
        for number in range(len(places) - 1, -1, -1):
            here = places[number]
            fresh = ended[here][len(on) :].argmax(axis=1)
            states[here] = np.concatenate((on, fresh))
            on = came[here][np.arange(here.stop - here.start), states[here]]
        return self._by_row(states)

    def _forward(self, weights: Weights, emitted: Floats) -> Floats:
        """Return the joint log-probability of all segments up to each, and of its state."""
        ahead = emitted.copy()
        before = np.empty(0)
        for number, here in enumerate(self.places()):
            if number == 0:
                ahead[here] += weights.start
            else:
                for some in _blocks(here.stop - here.start, len(weights.start)):
                    ways = before[some][:, :, None] + weights.moves[None, :, :-1]
                    ahead[here][some] += _log_sum(ways, 1)
            before = ahead[here]
        return ahead

    def _backward(
        self, weights: Weights, emitted: Floats, ahead: Floats, totals: Floats, moves: Floats
    ) -> Floats:
        """Return each segment's posterior state probabilities, and add expected moves to
        `moves`."""
        found = np.empty_like(ahead)
        after = np.empty((0, len(weights.start)))
        for here in reversed(list(self.places())):
            size = here.stop - here.start
            back = np.broadcast_to(weights.moves[:, -1], (size, len(weights.start))).copy()
            for some in _blocks(len(after), len(weights.start)):
                ways = after[some][:, None, :] + weights.moves[None, :, :-1]
                top = _shares_of_top(ways, 2)
                back[some] = _log(ways.sum(axis=2)) + top
                shares = np.exp(ahead[here][some] + top - totals[some, None])
                moves[:, :-1] += np.einsum("dij,di->ij", ways, shares)
            found[here] = np.exp(ahead[here] + back - totals[:size, None])
            after = back + emitted[here]
        return found

    def _ends_of(self, values: Floats) -> Floats:
        """Return the rows of each document's last segment, the longest document first."""
        first = self._ends[self.lengths - 1]
        ended: Floats = values[first + np.arange(len(self.lengths))]
        return ended


def _blocks(documents: int, states: int) -> Iterator[slice]:
    """Yield slices of documents that fit the block size."""
    size = max(1, BLOCK // states**2)
    for start in range(0, documents, size):
        yield slice(start, min(documents, start + size))


def _log_sum(values: Floats, axis: int) -> Floats:
    """Return log Σ exp along an axis, overwriting the values; −∞ if all are −∞."""
    top = _shares_of_top(values, axis)
    return _log(values.sum(axis=axis)) + top


def _shares_of_top(values: Floats, axis: int) -> Floats:
    """Return the maximum along an axis and replace the values by exp(value − maximum).

    The values become 0 where all are −∞.
    """
    top: Floats = values.max(axis=axis, keepdims=True)
    values -= np.where(top == -np.inf, 0, top)
    np.exp(values, out=values)
    return top.squeeze(axis)


def _draw(logs: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw a column for each row in proportion to exp of the logs, which are overwritten."""
    _shares_of_top(logs, 1)
    sums = np.cumsum(logs, axis=1)
    drawn: NDArray[np.int64] = (sums <= rng.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1)
    return drawn


def _log(values: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        found: Floats = np.log(values)
    return found
