"""The strategies of Table 4 (COLING 2014 adpositions, §4.3): r or ρ, of entropies or counts, in the
whole corpus and in samples of several sizes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean
from typing import NamedTuple, TypeAlias

from midpath.corpus.adpositions import LISTS, By, Typology, TypologyOptions, decide, typology
from midpath.corpus.cooccurrence import Counting, Ids, Numbered, count_numbered
from midpath.corpus.indicators import Indicators, indicators_of
from midpath.corpus.sentence_samples import SentenceSamples
from midpath.typology.options import TypologyOptions as Chosen
from midpath.typology.result_shapes import StrategiesOfFile, StrategiesOfSize, Strategy

StepProgress: TypeAlias = Callable[[str, int, int], None]


class Size(NamedTuple):
    """Samples of a number of sentences."""

    sentences: int
    samples: int


def compare_strategies(
    file: str,
    parts: Iterable[Numbered],
    sizes: Sequence[Size],
    chosen: Chosen,
    progress: StepProgress = lambda step, done, total: None,
) -> StrategiesOfFile:
    """Return the difference and the decision of each strategy for the parts of a corpus, which
    are read once. For samples, the mean of their differences decides."""
    drawn = [SentenceSamples(size.samples, size.sentences, chosen.seed) for size in sizes]
    whole = indicators_of(count_numbered(parts, watch=drawn))
    counted, found = whole.counted, list[StrategiesOfSize]()
    for size, samples in zip(sizes, drawn, strict=True):
        reason = ""
        each: Mapping[By, Sequence[Typology]] = {}
        if counted.sentences < size.sentences:
            reason = f"the corpus has only {counted.sentences:,} sentences"
        else:
            each = _typologies(whole, chosen, samples.samples(), progress)
        found.append(_of_size(size, reason, each, chosen.margin))
    alone = {one.by: [typology(whole, one)] for one in _options(chosen)}
    found.append(_of_size(Size(counted.sentences, 0), "", alone, chosen.margin))
    return {
        "file": file,
        "sentences": counted.sentences,
        "tokens": counted.tokens,
        "types": counted.types,
        "sizes": found,
    }


def _typologies(
    whole: Indicators, chosen: Chosen, samples: Sequence[Ids], progress: StepProgress
) -> Mapping[By, Sequence[Typology]]:
    """Return the typology of each sample, by entropies and by counts."""
    found: dict[By, list[Typology]] = {by: [] for by in LISTS}
    for done, ids in enumerate(samples, 1):
        counting = Counting()
        counting.take(ids)
        sample = indicators_of(counting.counted(whole.counted.words))
        for one in _options(chosen):
            found[one.by].append(typology(whole, one, sample))
        progress("samples", done, len(samples))
    return found


def _options(chosen: Chosen) -> Sequence[TypologyOptions]:
    return [TypologyOptions(by, chosen.top, chosen.margin) for by in LISTS]


def _of_size(
    size: Size, reason: str, each: Mapping[By, Sequence[Typology]], margin: float
) -> StrategiesOfSize:
    strategies: dict[str, Strategy] = {}
    for by in LISTS:
        ones = each.get(by, ())
        strategies[f"{by} r"] = _strategy([one.difference_r for one in ones], margin)
        strategies[f"{by} rho"] = _strategy([one.difference for one in ones], margin)
    return {
        "sentences": size.sentences,
        "samples": size.samples,
        "reason": reason,
        "strategies": strategies,
    }


def _strategy(differences: Sequence[float | None], margin: float) -> Strategy:
    known = [one for one in differences if one is not None]
    difference = mean(known) if known else None
    return {"difference": difference, "decision": decide(difference, margin)}
