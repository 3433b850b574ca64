"""Ask for pairs drawn from documents, and keep them as a dataset."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from annotation.exchange.pairs.content import EDGES, count_pairs
from annotation.exchange.pairs.drawn import Drawn, named, numbers_in, pairs_of
from annotation.models import Alignment, Dataset, PairDraw, User
from annotation.services.datasets.dataset_writer import create_dataset, name_taken, unused_name
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import MOST_SEED, ask_for_job, insist_on_range

MOST_PER_STRATUM = 5000
MOST_DOCUMENT_PAIRS = 1_000_000

Status = PairDraw.Status


@dataclass(frozen=True)
class DrawTerms:
    """The terms of a draw.

    With an alignment, pairs are drawn where it and the cosine disagree. The cosine says that two
    segments belong together if it is above `edge`, in millionths."""

    level: str
    per_stratum: int
    seed: int
    document_pairs: int | None
    smooth: bool = False
    alignment: Alignment | None = None
    edge: int | None = None


def ask_for_draw(*, dataset: Dataset, user: User, name: str, terms: DrawTerms) -> PairDraw:
    """Ask for a draw, which a job makes later."""
    insist_on_documents(dataset)
    _insist_on_terms(terms)
    if terms.alignment:
        insist_on_groups(terms.alignment, dataset, terms.level)
    name = unused_name(dataset.project, name)
    return ask_for_job(PairDraw, dataset=dataset, user=user, name=name, **vars(terms))


def keep_draw(*, draw: PairDraw, user: User) -> Dataset:
    """Make a draw into a dataset of pairs, in the project of its documents."""
    try:
        with transaction.atomic():
            draw = (
                PairDraw.objects.select_for_update(of=("self",))
                .select_related("dataset__project")
                .get(pk=draw.pk)
            )
            if draw.status != Status.READY:
                raise Conflict("Only a draw that is ready and was not kept yet can be kept.")
            made = make_drawn_dataset(
                documents=draw.dataset,
                user=user,
                name=draw.name,
                results=draw.results,
                drawn=draw.pairs,
            )
            draw.status, draw.made, draw.pairs = Status.KEPT, made, []
            draw.save(update_fields=["status", "made", "pairs"])
    except IntegrityError as error:
        raise name_taken(draw.name) from error
    return made


def make_drawn_dataset(
    *,
    documents: Dataset,
    user: User | None,
    name: str,
    results: dict[str, object],
    drawn: list[Drawn],
) -> Dataset:
    """Make a dataset of all of the drawn pairs. `results` says how they were drawn and is kept with
    them."""
    if not drawn:
        raise Invalid(
            "No pair was drawn: models and cosine say the same of all candidates."
            if results["candidates"]
            else "No pair was drawn: no two documents of a category have long segments."
        )
    name = unused_name(documents.project, name)
    pairs = pairs_from(documents, named(drawn))
    with transaction.atomic():
        return create_dataset(
            project=documents.project,
            user=user,
            name=name,
            kind=Dataset.Kind.PAIRS,
            details={
                "drawn_from": documents.pk,
                **results,
                **count_pairs(content for _, content in pairs),
            },
            rows=pairs,
            verb="pairs.drawn",
            documents=documents.pk,
        )


def pairs_from(
    documents: Dataset, drawn: Sequence[tuple[str, Drawn]]
) -> list[tuple[str, dict[str, Any]]]:
    """Return the ids and contents of the drawn pairs, under the given ids."""
    items = documents.items.filter(position__in=numbers_in(one for _, one in drawn))
    known = {item.position: (item.text, item.content) for item in items}
    try:
        return pairs_of(drawn, known)
    except (KeyError, IndexError) as error:
        problem = f"{documents.name} was changed in the database since. Draw again."
        raise Conflict(problem) from error


def insist_on_documents(dataset: Dataset) -> None:
    if dataset.kind != Dataset.Kind.DOCUMENTS:
        raise Invalid(f"{dataset.name} holds {dataset.kind}: pairs are drawn from documents.")


def insist_on_groups(alignment: Alignment, dataset: Dataset, level: str) -> None:
    """Refuse an alignment that is not ready, or not of these documents at this level."""
    name = alignment.name
    if alignment.dataset_id != dataset.pk:
        raise Invalid(f"{name} is an alignment of other documents than {dataset.name}.")
    if alignment.level != level:
        problem = f"{name} groups {alignment.level}: draw pairs of {alignment.level}."
        raise Invalid(problem, field="level")
    if alignment.status != Alignment.Status.READY:
        raise Conflict(f"{name} is {alignment.status}: pairs are drawn beside one that is ready.")


def _insist_on_terms(terms: DrawTerms) -> None:
    if terms.level not in PairDraw.Level.values:
        raise Invalid("Choose sections or paragraphs.", field="level")
    insist_on_range("per_stratum", terms.per_stratum, 1, MOST_PER_STRATUM)
    insist_on_range("seed", terms.seed, 0, MOST_SEED)
    if terms.document_pairs is not None:
        insist_on_range("document_pairs", terms.document_pairs, 1, MOST_DOCUMENT_PAIRS)
    if terms.edge not in (EDGES if terms.alignment else (None,)):
        raise Invalid("Beside an alignment, choose .25, .5 or .75; else nothing.", field="edge")
