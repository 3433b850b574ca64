"""The bias report: workers' preferences that do not depend on the text (ACL 2013 section 6)."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import cast

from agreement.cuts.prepositions import count_at_prepositions, figures_at_prepositions
from agreement.cuts.verb_phrases import count_around_phrases, figures_around_phrases
from agreement.prepositions import bare, languages, prepositions_of
from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import count_text, standing, standing_figures
from agreement.segmentation.bias import bias_figures, count_flats, count_nesteds, count_prepositions
from agreement.segmentation.counting import take_apart
from agreement.segmentation.entailment import entailing
from agreement.segmentation.figures import Kind
from agreement.tally import Tally
from analysis.reading.judgment_rows import Vector
from analysis.reading.material import Material
from midpath.json_types import Figures
from midpath.tables.figures.bias_figures import (
    AroundPrepositions,
    Habits,
    Preferences,
    WithOthers,
)

BINS = 10
# Columns of a dataset that contain a tag for each word.
TAGS = ("tags", "pos", "upos", "xpos", "chunks")
MAX_WORKERS = 500
COUNTERS: dict[Kind, Callable[[Iterable[Vector]], Tally]] = {
    "flat": count_flats,
    "nested": count_nesteds,
    "nary": count_nesteds,
}


def bias_of(material: Material) -> Figures:
    """Return the biases of a campaign's workers.

    `figures` have the layout of `agreement.segmentation.bias`, `prepositions` are by language;
    `language` is the one whose words occur most. `entailment` is by the key of its state; `workers`
    are in descending order of judgments. `verb_phrases` are from a column of tags.
    """
    if material.kind is None:
        return {}
    count = COUNTERS[material.kind]
    lists, around, language = _languages(material)
    each = _at_each(material, lists)
    return {
        "figures": bias_figures(count(vector for text in material.texts for vector in text)),
        "prepositions": {name: {**found, "each": each[name]} for name, found in around.items()},
        "language": language,
        "verb_phrases": _verb_phrases(material),
        "entailment": {str(pk): _shares(material, pk) for pk in material.others},
        "workers": list(_workers(material, material.kind, lists.get(language, frozenset()))),
    }


def _at_each(material: Material, lists: Mapping[str, Collection[str]]) -> dict[str, list[Figures]]:
    """Return the cuts at each preposition of each list."""
    states = {language: Tally() for language in lists}
    for item_id, answers in material.answers.items() if lists else ():
        words, flats = material.own.words[item_id], [answer.vector for answer in answers]
        for language, prepositions in lists.items():
            states[language].shift(count_at_prepositions(words, flats, prepositions), 1)
    return {
        language: [dict(one) for one in figures_at_prepositions(state)]
        for language, state in states.items()
    }


def _verb_phrases(material: Material) -> Figures:
    """Return the cuts around verb phrases, by the first column of tags that any item has; empty if
    there is none."""
    columns = {name for facts in material.facts.values() for name in facts.columns}
    column = next((name for name in TAGS if name in columns), None)
    if material.kind != "flat" or column is None:
        return {}
    state, tagged = Tally(), 0
    for item_id, answers in material.answers.items():
        tags = material.facts[item_id].columns.get(column, "").split()
        if len(tags) == len(material.own.words[item_id]):
            state.shift(count_around_phrases(tags, [answer.vector for answer in answers]), 1)
            tagged += 1
    return {
        "column": column,
        "texts": tagged,
        "left_out": len(material.answers) - tagged,
        "phrases": [dict(row) for row in figures_around_phrases(state)],
    }


def with_crowd(material: Material, worker: int) -> tuple[Habits, Preferences]:
    """Return the preferences of one worker of segmentations in the format of `workers` above, and
    those of all others together."""
    if material.kind is None:
        raise ValueError("Only segmentations have these biases.")
    lists, _, language = _languages(material)
    words = lists.get(language, frozenset())
    [own] = _rows(material, material.kind, words, [worker])
    return own, _preferences(_counted(material, material.kind, words, lambda one: one != worker))


def _languages(
    material: Material,
) -> tuple[dict[str, frozenset[str]], dict[str, AroundPrepositions], str]:
    """Return the lists of prepositions, the cuts around them, and the language that occurs most."""
    lists = _lists(material) if material.kind == "flat" else {}
    around = {language: _around(material, words) for language, words in lists.items()}
    return lists, around, max(around, key=lambda name: around[name]["prepositions"], default="")


def _lists(material: Material) -> dict[str, frozenset[str]]:
    """Return the project's lists of prepositions; if it has none, those in the package."""
    lists = {language: prepositions_of(language) for language in languages()}
    for language, words in material.word_lists.items():
        lists[language] = frozenset(map(bare, words)) - {""}
    return dict(sorted(lists.items()))


def _around(material: Material, words: Collection[str]) -> AroundPrepositions:
    state = Tally()
    for item_id, answers in material.answers.items():
        flats = [answer.vector for answer in answers]
        state += count_prepositions(material.own.words[item_id], flats, words)
    figures: Figures = bias_figures(state)
    around: AroundPrepositions = figures["prepositions"]
    return {"words": sorted(words), **around}


def _shares(material: Material, entailment_id: int) -> Figures:
    """Return a histogram of texts by the share of their pairs that entail, in tenths; the last
    includes 1.

    `observed` and `chance` are over all pairs.
    """
    entailment, _ = material.others[entailment_id]
    bins = [0] * BINS
    for flats, nesteds in material.sides(entailment):
        if flats[0]:
            times = Counter(nesteds)
            entailed = sum(entailing(times, flat) for flat in flats)
            bins[min(BINS - 1, BINS * entailed // (len(flats) * len(nesteds)))] += 1
    figures = {name: entailment.figures.get(name) for name in ("observed", "chance")}
    return {"texts": sum(bins), "bins": bins, **figures}


def _workers(material: Material, kind: Kind, words: Collection[str]) -> Iterator[Habits]:
    times = Counter(one.worker for given in material.answers.values() for one in given)
    busiest = sorted(times, key=lambda worker: (-times[worker], worker))[:MAX_WORKERS]
    return _rows(material, kind, words, busiest)


def _rows(
    material: Material, kind: Kind, words: Collection[str], workers: Sequence[int]
) -> Iterator[Habits]:
    count = COUNTERS[kind]
    answers: dict[int, list[tuple[int, Vector]]] = {worker: [] for worker in workers}
    for item_id, given in material.answers.items():
        for answer in given:
            if answer.worker in answers:
                answers[answer.worker].append((item_id, answer.vector))
    against_others = _against_others(material, kind, workers)
    for worker in workers:
        state = count(vector for _, vector in answers[worker])
        for item_id, vector in answers[worker] if words else ():
            state += count_prepositions(material.own.words[item_id], [vector], words)
        yield {
            "worker": worker,
            "annotations": len(answers[worker]),
            **_preferences(state),
            "others": against_others[worker],
        }


def _counted(
    material: Material, kind: Kind, words: Collection[str], chosen: Callable[[int], bool]
) -> Tally:
    """Return the tally of the preferences of all these workers together."""
    state = Tally()
    for item_id, given in material.trees.items():
        vectors = [one.vector for one in given if chosen(one.worker)]
        state += COUNTERS[kind](vectors)
        if words:
            state += count_prepositions(material.own.words[item_id], vectors, words)
    return state


def _against_others(
    material: Material, kind: Kind, workers: Collection[int]
) -> dict[int, WithOthers]:
    """Return S and α of each of these workers against all others, d1."""
    own = {worker: Tally() for worker in workers}
    for given in material.trees.values():
        shares = count_text(
            [answer.vector for answer in given], [answer.worker for answer in given]
        )
        for worker, share in shares.items():
            if worker in own:
                own[worker].shift(share, 1)
    total = alpha(take_apart(material.state)).total
    return {
        worker: cast(WithOthers, standing_figures(standing(tally, total, kind)))
        for worker, tally in own.items()
    }


def _preferences(state: Tally) -> Preferences:
    """Return segments (flat) or height (nested), observed and expected by chance.

    The expectation is for texts of the same lengths; the other preferences are of flats only.
    """
    figures: Figures = bias_figures(state)
    rows = figures["segments"] or figures["heights"]
    return {
        "mean": _mean(rows, "mean"),
        "expected": _mean(rows, "expected"),
        "two_or_three": figures["two_or_three"],
        "sd": figures["sd"]["mean"],
        "prepositions": figures["prepositions"],
    }


def _mean(rows: Sequence[Figures], column: str) -> float | None:
    known = [row for row in rows if row[column] is not None]
    judged = sum(row["annotations"] for row in known)
    return sum(row[column] * row["annotations"] for row in known) / judged if judged else None
