"""A simple way to count neighbours and compare word lists: dictionaries, one word at a time, every
formula written out, without NumPy."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import mean

from tests.corpus.slow import lot

Sentences = Sequence[Sequence[str]]
SIDES = ("L", "T", "R")


def pairs(sentences: Sentences) -> Counter[tuple[str, str]]:
    return Counter(pair for words in sentences for pair in pairwise(words))


def indicators(sentences: Sentences) -> dict[str, dict[str, float]]:
    neighbours: dict[str, defaultdict[str, list[str]]] = {side: defaultdict(list) for side in SIDES}
    for words in sentences:
        for place, word in enumerate(words):
            left, right = words[max(0, place - 1) : place], words[place + 1 : place + 2]
            for side, found in zip(SIDES, (left, [*left, *right], right), strict=True):
                neighbours[side][word].extend(found)
    frequency = Counter(word for words in sentences for word in words)
    values = {"Fr": {word: float(times) for word, times in frequency.items()}}
    for side in SIDES:
        values[f"{side}CC"] = {word: float(len(set(neighbours[side][word]))) for word in frequency}
        values[f"{side}CE"] = {
            word: round(entropy(neighbours[side][word]), 12) for word in frequency
        }
    return values


def entropy(words: Sequence[str]) -> float:
    shares = [times / len(words) for times in Counter(words).values()]
    return abs(math.fsum(share * math.log2(share) for share in shares))


def ranked(values: Mapping[str, float], frequency: Mapping[str, float], most: int) -> list[str]:
    order = sorted(values, key=lambda word: (-round(values[word], 9), -frequency[word], word))
    return order[:most]


def average_precision(hits: Sequence[bool]) -> float:
    return mean(sum(hits[:k]) / k for k in range(1, len(hits) + 1))


def drawn(sentences: Sentences, samples: int, size: int, seed: int) -> list[list[Sequence[str]]]:
    found = []
    for stream in range(samples):
        order = sorted(range(len(sentences)), key=lambda number: lot(seed, stream, number))
        found.append([sentences[number] for number in sorted(order[:size])])
    return found
