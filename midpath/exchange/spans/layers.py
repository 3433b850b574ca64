"""Documents with annotations in layers, as in WebAnno, INCEpTION and UIMA: choose the layer, and
return its spans with the value of one feature as their label."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from midpath.exchange.judged.questions import chosen_name
from midpath.exchange.rows import Faults
from midpath.exchange.spans.marked_text import Marked, Solid, Span, Spans, sound_spans
from midpath.exchange.wanted import Wanted

# Layers of single words, which are read only if they are chosen.
OF_WORDS = {
    *("POS", "Lemma", "MorphologicalFeatures", "Morpheme", "Stem", "SurfaceForm", "Constituent"),
    *("SofaChangeAnnotation", "SpellingAnomaly", "GrammarAnomaly", "CoreferenceLink"),
}
USUAL = ("value", "label")


class Annotation(NamedTuple):
    """A span in code points, and the features that have values."""

    layer: str
    begin: int
    end: int
    features: Mapping[str, str]


class Layered(NamedTuple):
    """A document as someone annotated it; `known` if it is the result of a curation."""

    name: str
    who: str
    text: str
    annotations: Sequence[Annotation]
    known: bool = False


def marked_in(documents: Sequence[Layered], wanted: Wanted, to: Faults) -> Iterator[Marked]:
    """Yield each document with the spans of all its annotators in the layer that is wanted."""
    layer, feature = _chosen(documents, wanted, to)
    if layer is None:
        return
    texts: dict[str, list[Layered]] = {}
    for one in documents:
        texts.setdefault(one.text, []).append(one)
    for same in texts.values():
        answers: dict[str, Spans] = {}
        known: Spans | None = None
        for one in same:
            spans = _spans(one, layer, feature, to)
            if one.known:
                known = spans
            elif one.who in answers:
                to.refuse(0, one.name, f"{one.who} annotated this text twice. Keep one of the two.")
            else:
                answers[one.who] = spans
        yield Marked(0, same[0].text, answers, known, name=same[0].name)


def places_in(text: str) -> Callable[[int], int]:
    """Return how to convert a place in UTF-16, as in Java, to one in code points; -1 for none.

    >>> at = places_in("\\U0001f642 Ada")
    >>> at(3), at(1), at(6), at(7)
    (2, -1, 5, -1)
    """
    if text.isascii():
        return lambda place: place if 0 <= place <= len(text) else -1
    places = [0, *accumulate(1 + (one > "\uffff") for one in text)]

    def convert(place: int) -> int:
        at = bisect_left(places, place)
        return at if at < len(places) and places[at] == place else -1

    return convert


def _chosen(documents: Iterable[Layered], wanted: Wanted, to: Faults) -> tuple[str | None, str]:
    """Return the layer and its feature; None for the layer if it must be chosen. A choice names a
    layer, or a layer and a feature: NamedEntity.value."""
    found = Counter[str]()
    features: dict[str, Counter[str]] = {}
    for one in documents:
        for annotation in one.annotations:
            found[annotation.layer] += 1
            features.setdefault(annotation.layer, Counter()).update(annotation.features.keys())
    layer, _, feature = wanted.control.partition(".")
    if wanted.control and layer in found:
        usual = _usual(features[layer])
        if feature and feature not in features[layer]:
            names = [f"{layer}.{name}" for name in features[layer]]
            return chosen_name(names, wanted.control, "feature", to), ""
        return layer, feature or usual
    names = [name for name in found if name not in OF_WORDS and not name.startswith("POS_")]
    if not (names or wanted.control) and (not found or not wanted.required):
        return "", ""
    if not names and len(found) == 1:
        names = [*found]
    chosen = chosen_name(names or [*found], wanted.control, "layer", to)
    return chosen, _usual(features[chosen]) if chosen else ""


def _usual(features: Mapping[str, int]) -> str:
    """Return the feature that is read as the label; "" if no annotation has a value."""
    return next((name for name in USUAL if name in features), next(iter(features), ""))


def _spans(document: Layered, layer: str, feature: str, to: Faults) -> Spans:
    found: dict[Span, None] = {}
    for one in document.annotations:
        if one.layer != layer:
            to.skip(0, f"annotation of the layer {one.layer}")
            continue
        for name in one.features:
            if name != feature:
                to.skip_field(0, f"{layer}.{name}", "feature")
        span = one.begin, one.end, one.features.get(feature) or layer
        if one.begin == one.end:
            to.skip(0, "annotation without a character")
        elif span in found:
            to.skip(0, "annotation that repeats another")
        else:
            found[span] = None
    return sound_spans(0, document.name, Solid(document.text), list(found), to)
