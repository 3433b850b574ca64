"""A simulated crowd for spans: latent spans, and workers who miss, shift and mislabel some.

Each text has latent spans: the gold spans, or else runs of words that begin with a capital, or a
few random ones, each with a random label. At a worker's error rate a span is missed, one of its
ends is shifted by a word, or it gets another label; and one is added. All is drawn from one seed,
so the same seed gives the same crowd."""

import random
from collections.abc import Iterator, Sequence

from analysis.simulation.pair import noise_of
from annotation.models import Item
from midpath.schemes.base import Settings
from midpath.schemes.spans.answer import spans_of
from midpath.schemes.spans.gold_answers import known_vector
from midpath.schemes.spans.places import WORDS, Reading, reading_of

MODEL = "hidden spans, of which workers miss some, and shift or mislabel others"
MAX_LENGTH = 3
WordSpan = tuple[int, int, int]  # begin and end in words, and the index of the label


def judge(
    seed: int,
    worker: str,
    item: Item,
    settings: Settings,
    meant: Sequence[WordSpan] | None = None,
) -> dict[str, object]:
    """Return this worker's answer, always the same. `meant` are the right spans, in words."""
    draw = random.Random(f"{seed}/spans/{worker}/{item.text}")  # noqa: S311
    noise, reading = noise_of(seed, worker), reading_of(item)
    latent = latent_spans(seed, item, settings) if meant is None else list(meant)
    words, labels = len(reading.words), len(settings["labels"])
    given = [span for span in latent if draw.random() >= noise]
    found = [_relabelled(draw, _shifted(draw, span, noise, words), noise, labels) for span in given]
    if draw.random() < noise / 2:
        at = draw.randrange(words)
        found.append((at, at + 1, draw.randrange(len(settings["labels"]))))
    spans = list(_not_overlapping(found))
    return {"spans": [_place(reading, span, settings["unit"]) for span in spans]}


def latent_spans(seed: int, item: Item, settings: Settings) -> list[WordSpan]:
    """Return the spans that are true of a text in the model, in words."""
    known, reading = known_vector(item, settings), reading_of(item)
    if known is not None:
        spans = list(spans_of(known))
        return [(*_words(reading, *span[:2], settings["unit"]), span.label) for span in spans]
    draw = random.Random(f"{seed}/spans/{item.text}")  # noqa: S311
    runs = list(_capitals(reading)) or list(_drawn(draw, len(reading.words)))
    return [(begin, end, draw.randrange(len(settings["labels"]))) for begin, end in runs]


def _capitals(reading: Reading) -> Iterator[tuple[int, int]]:
    """Yield the runs of words that begin with a capital, except the first word of a text."""
    words = [reading.text[begin:end] for begin, end in reading.words]
    first = None
    for at, word in enumerate([*words, ""]):
        capital = at > 0 and word[:1].isupper()
        if capital and first is None:
            first = at
        elif not capital and first is not None:
            yield first, at
            first = None


def _drawn(draw: random.Random, words: int) -> Iterator[tuple[int, int]]:
    at = 0
    while (at := at + draw.randint(1, 8)) < words:
        end = min(at + draw.randint(1, MAX_LENGTH), words)
        yield at, end
        at = end


def _shifted(draw: random.Random, span: WordSpan, noise: float, words: int) -> WordSpan:
    """Return the span, at that rate with one of its ends moved by a word."""
    if draw.random() >= noise:
        return span
    begin, end, label = span
    begin, end = draw.choice(
        [(begin - 1, end), (begin + 1, end), (begin, end - 1), (begin, end + 1)]
    )
    return (begin, end, label) if 0 <= begin < end <= words else span


def _relabelled(draw: random.Random, span: WordSpan, noise: float, labels: int) -> WordSpan:
    """Return the span, at half of that rate with another label."""
    begin, end, label = span
    if labels > 1 and draw.random() < noise / 2:
        label = draw.choice([other for other in range(labels) if other != label])
    return begin, end, label


def _not_overlapping(spans: Sequence[WordSpan]) -> Iterator[WordSpan]:
    """Yield the spans that do not overlap with previous ones."""
    previous_end = 0
    for begin, end, label in sorted(spans):
        if begin >= previous_end:
            yield begin, end, label
            previous_end = end


def _place(reading: Reading, span: WordSpan, unit: str) -> list[int]:
    begin, end, label = span
    if unit != WORDS:
        begin, end = reading.characters(begin, end, WORDS)
    return [begin, end, label]


def _words(reading: Reading, begin: int, end: int, unit: str) -> tuple[int, int]:
    """Return the words that a span overlaps."""
    if unit == WORDS:
        return begin, end
    touched = [at for at, (first, last) in enumerate(reading.words) if first < end and last > begin]
    return touched[0], touched[-1] + 1
