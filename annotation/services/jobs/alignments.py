"""Ask for alignments of documents."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotation.exchange.bag_terms import BagTerms, Wrong, terms_from
from annotation.models import Alignment, AlignmentMethod, Dataset, PairDraw, User
from annotation.models.alignment import MOST_GROUPS, MOST_RUNS
from annotation.services.datasets.dataset_writer import LONGEST_NAME, clean_name
from annotation.services.errors import Invalid
from annotation.services.jobs.alignment_work import insist_on_little_work
from annotation.services.jobs.jobs import MOST_SEED, ask_for_job, insist_on_range

MOST_CURVES = 20


@dataclass(frozen=True)
class AlignmentTerms:
    """The terms of an alignment.

    `compare` fits every method. `curves` fits some of them for 1 to that many groups; 0 for none.
    `words` are the fields of annotation.exchange.bag_terms.BagTerms."""

    level: str
    method: str
    groups: int
    runs: int
    seed: int
    words: Mapping[str, Any]
    compare: bool = False
    curves: int = 0


def ask_for_alignment(
    *, dataset: Dataset, user: User | None, name: str, terms: AlignmentTerms
) -> Alignment:
    """Ask for an alignment, which a job makes later."""
    insist_on_documents(dataset)
    words = _insist_on_terms(terms)
    methods = AlignmentMethod.values if terms.compare else [terms.method]
    insist_on_little_work(dataset, terms.level, methods, terms.groups, terms.runs, terms.curves)
    return ask_for_job(
        Alignment,
        dataset=dataset,
        user=user,
        name=_name(name),
        level=terms.level,
        method=terms.method,
        groups=terms.groups,
        runs=terms.runs,
        seed=terms.seed,
        terms=dict(words),
        compare=terms.compare,
        curves=terms.curves,
    )


def insist_on_documents(dataset: Dataset) -> None:
    if dataset.kind != Dataset.Kind.DOCUMENTS:
        raise Invalid(f"{dataset.name} holds {dataset.kind}: only documents can be aligned.")


def _insist_on_terms(terms: AlignmentTerms) -> BagTerms:
    if terms.level not in PairDraw.Level.values:
        raise Invalid("Choose sections or paragraphs.", field="level")
    if terms.method not in AlignmentMethod.values:
        raise Invalid("Choose one of the methods in the list.", field="method")
    insist_on_range("groups", terms.groups, 1, MOST_GROUPS)
    insist_on_range("runs", terms.runs, 1, MOST_RUNS)
    insist_on_range("seed", terms.seed, 0, MOST_SEED)
    insist_on_range("curves", terms.curves, 0, MOST_CURVES)
    try:
        return terms_from(terms.words)
    except Wrong as wrong:
        raise Invalid(str(wrong), field=wrong.field) from wrong


def _name(name: str) -> str:
    name = clean_name(name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise Invalid(f"Give the alignment a name of 1 to {LONGEST_NAME} characters.", field="name")
    return name
