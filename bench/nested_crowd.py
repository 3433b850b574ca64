"""A crowd that builds trees of real queries, as a file for `manage.py reading --nested`.

    manage.py shell -c "from bench.nested_crowd import write; write('flat.json', 'nested.json')"

The first file contains real flat segmentations in the release format. Each annotator's becomes a
tree that they may have meant, simulated from the top: a group is split at one of their own cuts or,
if it has none left, at any word. The word is drawn with a weight of one plus the square of the
number of annotators who cut there. Annotators deviate from this tree at random, each at their own
rate, as the simulated workers of a campaign do (`midpath/simulated_trees.py`).
"""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from agreement.segmentation.boundaries import format_nested
from agreement.segmentation.shapes import read_flat
from midpath.simulated_trees import Latent, heights, nested_vector

SEED = 7


def write(flat: str, nested: str) -> None:
    """Read the flat segmentations of one file, and write trees of the same texts to the other."""
    texts: Mapping[str, Mapping[str, str]] = json.loads(Path(flat).read_bytes())["annotation set"]
    built = {text: trees_of(text.split(), flats) for text, flats in texts.items() if " " in text}
    release = {"items": len(built), "annotation set": built}
    Path(nested).write_text(json.dumps(release, ensure_ascii=False), encoding="utf-8")


def trees_of(words: Sequence[str], flats: Mapping[str, str]) -> dict[str, str]:
    """Return a tree of each annotator of a text, as brackets."""
    draw = random.Random(f"{SEED}/nested crowd/{' '.join(words)}")
    cuts = {key: read_flat(flat, words) for key, flat in flats.items()}
    votes = [sum(at) for at in zip(*cuts.values(), strict=True)]
    trees = {}
    for key, own in cuts.items():
        meant = Latent(tuple(own), tree_of(own, votes, draw))
        # The file does not show which answers belong to one worker, so each gets a separate worker.
        trees[key] = format_nested(words, nested_vector(SEED, f"{draw.random()}", words, meant))
    return trees


def tree_of(own: Sequence[int], votes: Sequence[int], draw: random.Random) -> tuple[int, ...]:
    splits: dict[tuple[int, int], int] = {}
    spans = [(0, len(own))]
    while spans:
        first, last = spans.pop()
        if first < last:
            at = [cut for cut in range(first, last) if own[cut]] or list(range(first, last))
            [split] = draw.choices(at, [1 + votes[cut] ** 2 for cut in at])
            splits[first, last] = split
            spans += [(first, split), (split + 1, last)]
    return tuple(heights(splits, len(own) + 1))
