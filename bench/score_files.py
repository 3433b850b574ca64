"""Files of simulated judgments of any size: python -m bench.score_files KIND N OUT

Flat and nested: texts of 4 to 8 words, ten annotations each; of ten, about half copy one person's
segmentation, so that strings repeat as they do in real data. Pairs: each is judged by ten of 200
workers. Labels: each item gets one of five labels from ten of 2,000 workers, who are right more or
less often; rows are in random order.
"""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np

from agreement.segmentation.boundaries import format_flat, format_nested
from agreement.segmentation.vectors import Kind
from tests.agreement.simulation import REDUNDANCY, simulate

LENGTHS = range(4, 9)
LETTERS = "etaoinshrdlu"
FOLLOW = 0.5  # share of a text's annotations that equal its first
WORKERS = 200
NOISE = 0.2
LABELLERS = 2000
LABELS = ("anger", "fear", "joy", "sadness", "surprise")
WRITE = {"flat": format_flat, "nested": format_nested}


def write_segmentations(kind: Kind, annotations: int, out: IO[str]) -> None:
    """Write the release format, one text per line."""
    texts = simulate(kind, annotations, seed=annotations, lengths=LENGTHS).texts()
    follows = np.random.default_rng(annotations).random((len(texts), REDUNDANCY)) < FOLLOW
    out.write(f'{{"items": {len(texts)}, "annotation set": {{')
    for number, (vectors, alike) in enumerate(zip(texts, follows, strict=True)):
        words = [word_of(number * len(LENGTHS) * 2 + place) for place in range(len(vectors[0]) + 1)]
        chosen = [vectors[0] if as_first else v for v, as_first in zip(vectors, alike, strict=True)]
        strings = (WRITE[kind](words, vector) for vector in chosen)
        entries = ", ".join(f'"{key}": "{string}"' for key, string in enumerate(strings, 1))
        out.write(f'{"," if number else ""}\n"{" ".join(words)}": {{{entries}}}')
    out.write("}}\n")


def write_pairs(judgments: int, out: IO[str]) -> None:
    """Write the columns worker, pair, answer and similarity."""
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("worker", "pair", "answer", "similarity"))
    table.writerows(judged_rows(judgments))


def judged_rows(judgments: int) -> Iterator[tuple[str, str, str, str]]:
    random = np.random.default_rng(judgments)
    for pair in range(judgments // REDUNDANCY):
        similarity, first = random.random(), int(random.integers(WORKERS))
        truth = random.random() < similarity
        noisy, other = random.random((2, REDUNDANCY))
        for place in range(REDUNDANCY):
            yes = other[place] < 1 / 2 if noisy[place] < NOISE else truth
            worker = f"w{(first + place) % WORKERS}"
            yield worker, f"p{pair}", "yes" if yes else "no", f"{similarity:.4f}"


def write_labels(judgments: int, out: IO[str]) -> None:
    """Write the columns worker, item and label."""
    random = np.random.default_rng(judgments)
    items = judgments // REDUNDANCY
    first, step = random.integers(LABELLERS, size=items), random.integers(1, 200, size=items)
    worker = (
        (first[:, np.newaxis] + step[:, np.newaxis] * np.arange(REDUNDANCY)) % LABELLERS
    ).ravel()
    item = np.repeat(np.arange(items), REDUNDANCY)
    is_right = random.random(len(item)) < random.uniform(0.4, 0.9, LABELLERS)[worker]
    truth, guess = (
        random.integers(len(LABELS), size=items),
        random.integers(len(LABELS), size=len(item)),
    )
    label = np.where(is_right, truth[item], guess)
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("worker", "item", "label"))
    for at in random.permutation(len(item)).tolist():
        table.writerow((f"w{worker[at]}", f"i{item[at]}", LABELS[label[at]]))


def word_of(number: int) -> str:
    """Return a distinct word for each number."""
    rest, letters = number * 7919 % 10_000_019, ""
    while rest:
        rest, digit = divmod(rest, len(LETTERS))
        letters += LETTERS[digit]
    return letters or LETTERS[0]


def write_file(kind: str, judgments: int, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        if kind == "pairs":
            write_pairs(judgments, out)
        elif kind == "labels":
            write_labels(judgments, out)
        else:
            write_segmentations("nested" if kind == "nested" else "flat", judgments, out)


if __name__ == "__main__":
    write_file(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
