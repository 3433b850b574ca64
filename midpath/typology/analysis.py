"""The adposition typology of one corpus, as plain values for the command and for pages."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import TypeAlias

import numpy as np

from midpath.corpus.adposition_classes import BITS, class_of
from midpath.corpus.adpositions import DECISIONS, LISTS, Sampled, sample_typologies, typology
from midpath.corpus.adpositions import TypologyOptions as Measured
from midpath.corpus.cooccurrence import Numbered, Watch, count_numbered
from midpath.corpus.function_words import Precision, StoredCorpus, Zone, measure
from midpath.corpus.indicators import INDICATORS, Indicators, indicators_of
from midpath.corpus.proposals import FUNCTION_WORDS_BY, SIDES, Proposal, propose
from midpath.corpus.sentence_bootstrap import LEVEL, Interval, Settled, bootstrap
from midpath.corpus.sentence_samples import SentenceSamples
from midpath.corpus.words import as_listed
from midpath.options.base import narrowed
from midpath.parts import InParts, one_by_one
from midpath.tables.figures.text_figures import Proposed
from midpath.typology import result_shapes as shapes
from midpath.typology.options import TypologyOptions

StepProgress: TypeAlias = Callable[[str, int, int], None]

ADPOSITIONLESS = (
    "Closer to zero than the margin. This happens with languages that have few or no "
    "adpositions as separate words (§4.2)."
)
WHOLE = (
    "The corpus has no more sentences than a sample takes, so every sample is the whole corpus, "
    "and their agreement means nothing."
)
MEANINGS = {
    "prepositional": "Adpositions come before their nouns.",
    "postpositional": "Adpositions come after their nouns.",
    "inconclusive": ADPOSITIONLESS,
}


@dataclass(frozen=True)
class Wanted:
    """The options of a typology, and what to list.

    `function_words`, `ranked` (by each of the three lists) and `propose` are how many of each to
    list. `gold` is a list of function words, empty if indicators are not evaluated.
    `four_classes` adds one of four classes to the decision.
    """

    options: TypologyOptions = field(default_factory=TypologyOptions)
    function_words: int = 0
    ranked: int = 0
    propose: int = 0
    gold: frozenset[str] | None = None
    four_classes: bool = False

    @property
    def stores_corpus(self) -> bool:
        return self.gold is not None or self.options.resamples > 0

    @property
    def choices(self) -> Measured:
        return Measured(**narrowed(Measured, self.options))


def find_typology(
    parts: Iterable[Numbered],
    wanted: Wanted,
    progress: StepProgress = lambda step, done, total: None,
    in_parts: InParts = one_by_one,
) -> shapes.Results:
    """Return the typology of the parts of a corpus, which are read once.

    `in_parts` computes the resamples. `progress` is called for "samples", "sub-samples" and
    "resamples"; during reading the maker of the parts reports progress. Either may raise to stop.
    """
    options = wanted.options
    drawn = SentenceSamples(options.samples, options.sentences, options.seed)
    sentence_ids = StoredCorpus()
    watch: list[Watch] = [drawn, *([sentence_ids] if wanted.stores_corpus else [])]
    counted = count_numbered(parts, watch=watch)
    found = indicators_of(counted)
    choices = wanted.choices
    verdict = typology(found, choices)
    samples = _samples(found, wanted, drawn, progress)
    precision = _precision(found, wanted, sentence_ids, progress)
    interval = _interval(found, wanted, sentence_ids, progress, in_parts)
    decision: Settled = verdict.decision
    if interval is not None:
        decision = interval.settle(verdict.difference, choices.margin)
    result: shapes.Results = {
        "sentences": counted.sentences,
        "tokens": counted.tokens,
        "types": counted.types,
        "bigrams": len(counted.pairs.keys),
        "by": choices.by,
        "lists": LISTS[choices.by],
        "top": choices.top,
        "margin": choices.margin,
        "rho_left": verdict.left.rho,
        "rho_right": verdict.right.rho,
        "difference": verdict.difference,
        "decision": verdict.decision,
        "meaning": MEANINGS.get(verdict.decision, ""),
        "reason": verdict.reason,
        "shared_left": verdict.left.shared,
        "shared_right": verdict.right.shared,
        "r_left": verdict.left.r,
        "r_right": verdict.right.r,
        "difference_r": verdict.difference_r,
        "samples": samples,
        "function_words": _function_words(found, wanted.function_words),
        "proposed": _proposed(found, wanted, decision),
        "precision": precision,
    }
    if wanted.ranked:
        result["ranked"] = _ranked(found, wanted)
    if interval is not None:
        result["interval"] = _shown_interval(interval, decision, wanted)
    if wanted.four_classes:
        result["adposition_class"] = _class(found, wanted, verdict.difference, interval)
    return result


def _interval(
    found: Indicators,
    wanted: Wanted,
    sentence_ids: StoredCorpus,
    progress: StepProgress,
    in_parts: InParts,
) -> Interval | None:
    options = wanted.options
    if not options.resamples:
        return None
    return bootstrap(
        found,
        sentence_ids.ids(),
        wanted.choices,
        resamples=options.resamples,
        seed=options.seed,
        progress=lambda *far: progress("resamples", *far),
        in_parts=in_parts,
    )


def _shown_interval(interval: Interval, decision: str, wanted: Wanted) -> shapes.Interval:
    return {
        "level": LEVEL,
        "resamples": interval.resamples,
        "seed": wanted.options.seed,
        "undefined": interval.undefined,
        "low": interval.low,
        "high": interval.high,
        "standard_error": interval.error,
        "decision": decision,
        "reason": interval.reason,
    }


def _class(
    found: Indicators, wanted: Wanted, difference: float | None, interval: Interval | None
) -> shapes.AdpositionClass:
    one = class_of(found, wanted.choices, difference, interval)
    return {
        "name": one.name,
        "bits": BITS,
        "words": one.words,
        "left": one.left,
        "right": one.right,
        "reason": one.reason,
    }


def _samples(
    found: Indicators, wanted: Wanted, drawn: SentenceSamples, progress: StepProgress
) -> shapes.Samples:
    there, size = found.counted.sentences, wanted.options.sentences
    if there < size:
        reason = (
            f"A sample needs {size:,} sentences, but the corpus has {there:,}, so none was drawn."
        )
        sampled = Sampled([], wanted.choices.margin)
    else:
        sampled = sample_typologies(
            found, wanted.choices, drawn.samples(), lambda *far: progress("samples", *far)
        )
        reason = ""
    return {
        "asked": wanted.options.samples,
        "sentences": size,
        "note": WHOLE if there == size else "",
        "drawn": len(sampled.each),
        "mean": sampled.mean,
        "sd": sampled.sd,
        "decision": sampled.decision,
        "decisions": {decision: sampled.times(decision) for decision in DECISIONS},
        "differences": [each.difference for each in sampled.each],
        "each": [[each.left.rho, each.right.rho] for each in sampled.each],
        "reason": reason,
    }


def _function_words(found: Indicators, limit: int) -> shapes.FunctionWords:
    words = found.top(FUNCTION_WORDS_BY, limit).tolist() if limit else []
    rows: list[dict[str, str | float]] = [
        {
            "word": as_listed(found.counted.words[word]),
            "frequency": int(found.counted.frequency[word]),
            **{name: float(found.values[name][word]) for name in INDICATORS[1:]},
        }
        for word in words
    ]
    return {"by": FUNCTION_WORDS_BY, "words": rows}


def _ranked(found: Indicators, wanted: Wanted) -> dict[str, list[shapes.Ranked]]:
    """Return words with their values and frequencies, by each of the compared lists."""
    counted = found.counted
    return {
        name: [
            [
                as_listed(counted.words[word]),
                float(found.values[name][word]),
                int(counted.frequency[word]),
            ]
            for word in found.top(name, wanted.ranked).tolist()
        ]
        for name in LISTS[wanted.choices.by]
    }


def _proposed(found: Indicators, wanted: Wanted, decision: str) -> shapes.Proposals:
    """Return proposed adpositions; `either` contains the words of both sides if the side is
    undecided."""
    words: dict[str, list[Proposed]] = {
        side: [_proposal(word) for word in propose(found, side, wanted.propose, wanted.choices.top)]
        for side in SIDES
    }
    if decision in SIDES:
        return {"side": decision, "reason": "", "words": words[decision], "either": {}}
    reason = "The typology is inconclusive, so there is no side to search on."
    return {"side": None, "reason": reason, "words": [], "either": words}


def _proposal(word: Proposal) -> Proposed:
    return {
        "word": as_listed(word.word),
        "frequency": word.frequency,
        "lce": word.lce,
        "rce": word.rce,
        "score": word.score,
    }


def _precision(
    found: Indicators, wanted: Wanted, sentence_ids: StoredCorpus, progress: StepProgress
) -> shapes.Precision | None:
    if wanted.gold is None:
        return None
    gold = np.array([word in wanted.gold for word in found.counted.words])
    measured = measure(
        found,
        sentence_ids.ids(),
        gold,
        n=wanted.choices.top,
        seed=wanted.options.seed,
        progress=lambda *far: progress("sub-samples", *far),
    )
    return {
        "n": wanted.choices.top,
        "gold": len(wanted.gold),
        "gold_in_corpus": int(gold.sum()),
        **_measured(measured, wanted.choices.top),
    }


def _measured(measured: Precision, n: int) -> shapes.Measured:
    too_small = len(measured.samples) - len(measured.known)
    reason = f"{too_small:,} sub-samples have fewer than {n:,} distinct words." if too_small else ""
    return {
        "whole": measured.whole,
        "sub_samples": len(measured.samples),
        "measured": len(measured.known),
        "reason": reason,
        "mean": measured.mean,
        "against_frequency": {
            name: {"p": one.p, "better": one.better, "reason": one.reason}
            for name, one in measured.against.items()
        },
        "by_size": [_zone(zone) for zone in measured.by_size()],
        "by_vocabulary": [_zone(zone) for zone in measured.by_vocabulary()],
        "each": [asdict(sample) for sample in measured.samples],
    }


def _zone(zone: Zone) -> shapes.Zone:
    return {"low": zone.low, "high": zone.high, "samples": zone.samples, "gain": zone.gain}
