"""Answers for the reading test from the files that `manage.py score` reads."""

from collections.abc import Iterator, Mapping

from agreement.reading.coordinates import of_nested, of_place, of_set
from agreement.segmentation.figures import Kind
from agreement.votes.pair_figures import stratum_of
from analysis.signals.gathering import Given
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.labels.judged import JudgedLabels
from midpath.scoring.pairs import Pairs
from midpath.scoring.segmentations import Readings


def of_segmentations(readings: Readings) -> Iterator[Given]:
    """Yield segmentations; texts with the same number of words form a stratum. Single words are
    left out."""
    for text, vectors in readings.vectors.items():
        for worker, vector in zip(readings.keys[text], vectors, strict=True):
            if vector:
                yield Given(text, worker, coordinates(readings.kind, vector), len(vector) + 1)


def coordinates(kind: Kind, vector: tuple[int, ...]) -> list[int]:
    return list(vector) if kind == "flat" else of_nested(vector)


def of_pairs(pairs: Pairs) -> Iterator[Given]:
    """Yield judgments of pairs; strata are those of similarity."""
    places = _places(vote.answer for pair in pairs.values() for vote in pair.votes)
    for name, pair in pairs.items():
        for vote in pair.votes:
            stratum = stratum_of(pair.stratum, pair.similarity)
            yield Given(name, vote.worker, [places[vote.answer]], stratum)


def of_labels(judged: JudgedLabels) -> Iterator[Given]:
    """Yield labels; all items form one stratum."""
    rows = judged.judgments
    labels = _places(label for answer in rows.answers for label in answer)
    if judged.kind == "scale":
        labels = {label: place for place, label in enumerate(sorted(labels, key=float))}
    for item, worker, answer in zip(rows.item, rows.worker, rows.answer, strict=True):
        chosen = [labels[label] for label in rows.answers[answer]]
        if judged.kind == "any":
            coordinates = of_set(chosen, len(labels))
        else:
            coordinates = of_place(chosen[0], len(labels)) if judged.kind == "scale" else chosen
        yield Given(rows.items[item], rows.workers[worker], coordinates, "")


def of_evidence(evidence: Evidence) -> Iterator[Given]:
    """Yield evidence; the questions on one document form a stratum."""
    for question in evidence.questions:
        sentences = len(evidence.documents[question.document].sentences)
        for worker, answer in question.answers.items():
            coordinates = of_set(frozenset(answer.sentences), sentences)
            yield Given(question.id, worker, coordinates, question.document)


def _places(labels: Iterator[str]) -> Mapping[str, int]:
    return {label: place for place, label in enumerate(sorted(set(labels)))}
