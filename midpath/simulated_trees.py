"""A simulated crowd: the noisy latent-tree model. Its workers are never presented as people.

Each text has a latent tree and a latent flat segmentation that the tree entails: the recorded ones,
or else random ones. Each worker has an error rate. A flat worker flips a latent boundary with that
probability. A nested worker builds the tree from the top and at each node replaces the latent split
by a random one with that probability. All is drawn from one seed, so the same seed gives the same
crowd."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

CUT = 0.4
MIN_NOISE, MAX_NOISE = 0.03, 0.3


@dataclass(frozen=True)
class Latent:
    """The annotations of a text that a crowd without errors would give."""

    flat: tuple[int, ...]
    nested: tuple[int, ...]


def latent_of(seed: int, words: Sequence[str]) -> Latent:
    """Return the latent annotations of a text. They are the same for flat and nested campaigns,
    whatever the dataset."""
    draw = random.Random(f"{seed}/text/{' '.join(words)}")  # noqa: S311
    flat = tuple(int(draw.random() < CUT) for _ in words[1:])
    return Latent(flat, tuple(heights(_latent_splits(draw, flat), len(words))))


def noise_of(seed: int, worker: str) -> float:
    draw = random.Random(f"{seed}/worker/{worker}")  # noqa: S311
    return draw.uniform(MIN_NOISE, MAX_NOISE)


def flat_vector(
    seed: int,
    worker: str,
    words: Sequence[str],
    meant: Latent | None = None,
    noise: float | None = None,
) -> tuple[int, ...]:
    """Return the flat segmentation by this worker, always the same.

    noise : the error rate (default: the worker's own)
    """
    latent, noise, draw = _begin(("flat", seed, worker), words, meant, noise)
    return tuple(cut ^ (draw.random() < noise) for cut in latent.flat)


def nested_vector(
    seed: int,
    worker: str,
    words: Sequence[str],
    meant: Latent | None = None,
    noise: float | None = None,
) -> tuple[int, ...]:
    """Return the tree by this worker, always the same."""
    latent, noise, draw = _begin(("nested", seed, worker), words, meant, noise)
    order = sorted(range(len(latent.nested)), key=lambda b: (-latent.nested[b], b))
    rank = {boundary: place for place, boundary in enumerate(order)}
    splits: dict[tuple[int, int], int] = {}
    spans = [(0, len(words) - 1)]
    while spans:
        first, last = spans.pop()
        if first == last:
            continue
        inside = range(first, last)
        erring = draw.random() < noise
        splits[first, last] = draw.choice(inside) if erring else min(inside, key=rank.__getitem__)
        spans += [(first, splits[first, last]), (splits[first, last] + 1, last)]
    return tuple(heights(splits, len(words)))


def _begin(
    who: tuple[str, int, str], words: Sequence[str], meant: Latent | None, noise: float | None
) -> tuple[Latent, float, random.Random]:
    """Return the text's latent annotations, the worker's error rate, and their random draws.

    who : the scheme, the seed and the worker
    """
    scheme, seed, worker = who
    draw = random.Random(f"{seed}/{scheme}/{worker}/{' '.join(words)}")  # noqa: S311
    rate = noise_of(seed, worker) if noise is None else noise
    return meant or latent_of(seed, words), rate, draw


def heights(splits: dict[tuple[int, int], int], n_words: int) -> list[int]:
    """Return the boundary vector of the tree that splits each span after the given word."""
    vector = [0] * (n_words - 1)
    for (first, last), at in sorted(splits.items(), key=lambda entry: entry[0][1] - entry[0][0]):
        left = vector[splits[first, at]] if first < at else -1
        right = vector[splits[at + 1, last]] if at + 1 < last else -1
        vector[at] = 1 + max(left, right)
    return vector


def _latent_splits(draw: random.Random, flat: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return a random tree that splits between segments before it splits within them."""
    splits: dict[tuple[int, int], int] = {}
    spans = [(0, len(flat))]
    while spans:
        first, last = spans.pop()
        if first == last:
            continue
        inside = range(first, last)
        cuts = [boundary for boundary in inside if flat[boundary]]
        splits[first, last] = draw.choice(cuts or list(inside))
        spans += [(first, splits[first, last]), (splits[first, last] + 1, last)]
    return splits
