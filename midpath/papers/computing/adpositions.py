"""Function words and adposition typology: the computations for T14 (COLING 2014 adpositions)."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from midpath.corpus.adpositions import (
    By,
    Decision,
    TypologyOptions,
    decide,
    sample_typologies,
    typology,
)
from midpath.corpus.cooccurrence import Ids, count
from midpath.corpus.function_words import OTHERS, StoredCorpus, Zone, measure
from midpath.corpus.indicators import INDICATORS, Indicators, indicators_of
from midpath.corpus.sentence_bootstrap import bootstrap
from midpath.corpus.sentence_samples import SentenceSamples
from midpath.corpus.words import words_of
from midpath.papers.data import CORPORA, Data
from midpath.papers.entries import Cell, Chart, Found, Line

SEED = 1
SAMPLES, SENTENCES = 10, 500
AT = 200
OURS = "our corpora"
NAMES: Mapping[Decision, str] = {
    "prepositional": "Pre-",
    "postpositional": "Post-",
    "inconclusive": "inconclusive",
    "undefined": "undefined",
}
TRUE: dict[str, Decision] = {
    "english": "prepositional",
    "italian": "prepositional",
    "ukrainian": "prepositional",
    "turkish": "postpositional",
    "hindi": "postpositional",
    "finnish": "postpositional",
}
STRATEGIES: tuple[tuple[By, str], ...] = (
    ("entropy", "r"),
    ("entropy", "rho"),
    ("counts", "r"),
    ("counts", "rho"),
)


class Language(NamedTuple):
    """The counts of a corpus, its words as numbers, and samples of its sentences."""

    whole: Indicators
    ids: Ids
    samples: Sequence[Ids]


def language(data: Data, name: str) -> Language:
    return _language(data.path(CORPORA[name]))


@cache
def _language(path: Path) -> Language:
    with path.open(encoding="utf-8") as file:
        stored, samples = StoredCorpus(), SentenceSamples(SAMPLES, SENTENCES, SEED)
        counted = count((words_of(line) for line in file), watch=[stored, samples])
    return Language(indicators_of(counted), stored.ids(), samples.samples())


def corpora(data: Data) -> Found:
    """Return the sentences, words and distinct words of each corpus."""
    lines = []
    for name in CORPORA:
        counted = language(data, name).whole.counted
        cells = [Cell(counted.sentences), Cell(counted.tokens), Cell(counted.types), Cell(None)]
        lines.append(Line(name.title(), cells, OURS))
    return Found(lines)


def printed_differences(rows: Mapping[str, Sequence[str]]) -> Found:
    """Return ρ(TL) − ρ(TR), and the decision by its sign, from the printed correlations."""
    lines = []
    for name, (left, right, *_) in rows.items():
        difference = float(left) - float(right)
        decision = NAMES[decide(difference, margin=0)]
        lines.append(Line(name, [Cell(None), Cell(None), Cell(difference), Cell(decision)]))
    return Found(lines)


def printed_counts(rows: Mapping[str, Sequence[str]], right_by_counts: str) -> Found:
    """Return how many languages there are, and how many are decided correctly, as printed."""
    true = [row[4] for row in rows.values()]
    right = sum(row[3] == row[4] for row in rows.values())
    values = {
        "languages": len(rows),
        "prepositional": true.count("Pre-"),
        "postpositional": true.count("Post-"),
        "correct": right,
        "errors with counts": len(rows) - int(right_by_counts),
    }
    return Found([Line(label, [Cell(value)]) for label, value in values.items()])


def typologies(data: Data) -> Found:
    """Return ρ(TL), ρ(TR), their difference with its interval, and the decision for each corpus."""
    lines = []
    for name in CORPORA:
        whole, ids, _ = language(data, name)
        found = typology(whole, TypologyOptions())
        interval = bootstrap(whole, ids, TypologyOptions(), seed=SEED)
        difference = Cell(found.difference, interval.low, interval.high, interval.reason)
        cells = [Cell(found.left.rho), Cell(found.right.rho), difference]
        words = [Cell(NAMES[found.decision]), Cell(NAMES[TRUE[name]])]
        lines.append(Line(name.title(), [*cells, *words], OURS))
    return Found(lines)


def strategies(data: Data) -> Found:
    """Return how many of the corpora each strategy decides correctly, whole and from samples."""
    lines = []
    for label, decided in (("whole corpora", _of_whole), ("500 sentences", _of_samples)):
        cells = [
            Cell(sum(decided(language(data, name), by, value) == TRUE[name] for name in CORPORA))
            for by, value in STRATEGIES
        ]
        lines.append(Line(label, cells, OURS))
    return Found(lines)


def _of_whole(found: Language, by: By, value: str) -> Decision:
    one = typology(found.whole, TypologyOptions(by=by))
    return one.decision if value == "rho" else decide(one.difference_r)


def _of_samples(found: Language, by: By, value: str) -> Decision:
    sampled = sample_typologies(found.whole, TypologyOptions(by=by), found.samples)
    if value == "rho":
        return sampled.decision
    differences = [one.difference_r for one in sampled.each if one.difference_r is not None]
    return decide(mean(differences) if differences else None)


def indicators(data: Data) -> Found:
    """Return AP@200 of each indicator on English, over 200 sub-samples, and its gain over
    frequency by the size of the sample and of its vocabulary."""
    english = language(data, "english")
    words = english.whole.counted.words
    gold = np.array([word in ENGLISH_STOP_WORDS for word in words])
    found = measure(english.whole, english.ids, gold, n=AT, seed=SEED)
    line = Line("English", [*(Cell(found.mean[name]) for name in INDICATORS)], OURS)
    charts = [
        _gains("t14-f1", "by number of words", "words (N)", found.by_size()),
        _gains("t14-f2", "by size of vocabulary", "distinct words (V)", found.by_vocabulary()),
    ]
    return Found([line], charts)


def _gains(key: str, by: str, x: str, zones: Sequence[Zone]) -> Chart:
    series = {
        name: [((zone.low + zone.high) / 2, zone.gain[name]) for zone in zones if zone.gain]
        for name in OTHERS
    }
    return Chart(key, f"Gain over frequency {by}", x, "(AP − AP of frequency) / AP", series)
