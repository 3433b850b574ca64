"""`midpath score --bias`: the preferences of annotators of segmentations, from files."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from agreement.cuts.prepositions import count_at_prepositions, figures_at_prepositions
from agreement.cuts.verb_phrases import count_around_phrases, figures_around_phrases
from agreement.prepositions import languages, prepositions_of, read_words
from agreement.segmentation.bias import bias_figures, count_flats, count_nesteds, count_prepositions
from agreement.segmentation.entailment import histogram, text_share
from agreement.segmentation.vectors import Vector
from agreement.tally import Tally
from midpath.console.errors import CommandError
from midpath.json_types import Figures, JsonMapping
from midpath.scoring.breakdowns import column_of
from midpath.scoring.segmentations import Readings, shared_texts

NO_TAGS = "No text of the file has one tag for each of its words."


def add_bias(result: Figures, sides: Sequence[Readings], options: JsonMapping) -> None:
    """Add the preferences of each side's annotators, and the distribution of entailment."""
    words = _prepositions_in(options["prepositions"] or "en")
    for readings in sides:
        found = score_bias(readings, words, by_worker=options["by_worker"])
        if readings.kind == "flat":
            found["at_prepositions"] = score_at_prepositions(readings, words)
            if options["tags"]:
                column = options["tags"]
                tags = column_of(options, options["flat"], column, readings.vectors)
                found["verb_phrases"] = {"column": column, **score_verb_phrases(readings, tags)}
        result[readings.kind]["bias"] = found
    if "entailment" in result:
        result["entailment"]["distribution"] = entailment_by_text(*sides)


def read_prepositions(name: str) -> frozenset[str]:
    """Return Midpath's list of a language, or the list in a file; raises OSError, UnicodeError."""
    if name in languages():
        return prepositions_of(name)
    return read_words(Path(name).read_text(encoding="utf-8"))


def score_bias(readings: Readings, prepositions: Collection[str], *, by_worker: bool) -> Figures:
    """Return `agreement.segmentation.bias.bias_figures`; "workers" has the same for each annotation
    key."""
    everybody, workers = Tally(), dict[str, Tally]()
    for text, vectors in readings.trees.items():
        words = readings.words(text)
        everybody.shift(_count(readings, words, vectors, prepositions), 1)
        if by_worker:
            for key, vector in zip(readings.keys[text], vectors, strict=True):
                share = _count(readings, words, [vector], prepositions)
                workers.setdefault(key, Tally()).shift(share, 1)
    figures: Figures = bias_figures(everybody)
    if by_worker:
        figures["workers"] = {key: bias_figures(state) for key, state in workers.items()}
    return figures


def score_at_prepositions(readings: Readings, prepositions: Collection[str]) -> list[Figures]:
    """Return the cuts before and after each preposition."""
    state = Tally.total(
        count_at_prepositions(readings.words(text), vectors, prepositions)
        for text, vectors in readings.vectors.items()
    )
    return [dict(one) for one in figures_at_prepositions(state)]


def score_verb_phrases(readings: Readings, tags: Mapping[str, str]) -> Figures:
    """Return the cuts around verb phrases. Texts without one tag for each word are left out.

    tags : the tags of each text, separated by spaces
    """
    state, tagged = Tally(), 0
    for text, vectors in readings.vectors.items():
        given = tags.get(text, "").split()
        if len(given) == len(readings.words(text)):
            state.shift(count_around_phrases(given, vectors), 1)
            tagged += 1
    found: Figures = {
        "texts": tagged,
        "left_out": len(readings.vectors) - tagged,
        "phrases": [dict(row) for row in figures_around_phrases(state)],
    }
    if not found["phrases"]:
        found["reason"] = "The tags mark no verb phrase." if tagged else NO_TAGS
    return found


def entailment_by_text(flat: Readings, nested: Readings) -> Figures:
    """Return how many texts have each share of entailing pairs, in tenths (LAW 2013, Fig. 3)."""
    trees, shared = nested.trees, shared_texts(flat, nested)
    bins = histogram(
        text_share(flat.vectors[text], trees[text]) for text in shared if len(flat.words(text)) > 1
    )
    return {"texts": sum(bins), "bins": bins}


def _prepositions_in(name: str) -> frozenset[str]:
    try:
        return read_prepositions(name)
    except OSError as error:
        known = ", ".join(languages())
        raise CommandError(
            f"{name} is neither a language with a list of prepositions ({known}) nor a file "
            f"that can be read: {error.strerror}."
        ) from error
    except UnicodeError as error:
        raise CommandError(f"{name} is not UTF-8 text.") from error


def _count(
    readings: Readings,
    words: Sequence[str],
    vectors: Sequence[Vector],
    prepositions: Collection[str],
) -> Tally:
    if readings.kind == "nested":
        return count_nesteds(vectors)
    return count_flats(vectors) + count_prepositions(words, vectors, prepositions)
