"""Request samples of pairs from documents, and save them as a dataset."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction

from addons.alignment.models import Alignment, PairDraw
from annotation.models import Dataset, User
from annotation.services.datasets.dataset_writer import create_dataset, name_taken, unused_name
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import ask_for_job, require_options
from annotation.services.lifecycle.guard import require_open
from midpath.alignment.options.draw import DrawOptions
from midpath.alignment.sampled_pairs import Drawn, named, numbers_in, pairs_of
from midpath.exchange.pairs.content import count_pairs
from midpath.options.base import kind_of

Status = PairDraw.Status


def ask_for_draw(
    *,
    dataset: Dataset,
    user: User,
    name: str,
    options: DrawOptions,
    alignment: Alignment | None = None,
) -> PairDraw:
    """Request a sample, made by a job. With an alignment, pairs are sampled where it and the cosine
    disagree."""
    require_documents(dataset)
    require_options(options)
    if (alignment is None) != (options.edge is None):
        raise Invalid(kind_of(DrawOptions, "edge").wrong, field="edge")
    if alignment:
        require_groups(alignment, dataset, options.level)
    return ask_for_job(
        PairDraw,
        dataset=dataset,
        user=user,
        name=unused_name(dataset.project, name),
        options=options,
        alignment=alignment,
    )


def keep_draw(*, draw: PairDraw, user: User) -> Dataset:
    """Save a sample as a dataset of pairs, in the project of its documents."""
    try:
        with transaction.atomic():
            draw = (
                PairDraw.objects.select_for_update(of=("self",))
                .select_related("dataset__project")
                .get(pk=draw.pk)
            )
            require_open(draw.dataset)
            if draw.status != Status.READY:
                raise Conflict("Only a draw that is ready and not saved yet can be saved.")
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
    results: Mapping[str, object],
    drawn: list[Drawn],
) -> Dataset:
    """Create a dataset from all sampled pairs. `results` says how they were sampled and is stored
    with them."""
    if not drawn:
        raise Invalid(
            "No pairs were sampled: the models and the cosine similarity agree on all candidates."
            if results["candidates"]
            else (
                "No pairs were sampled: no two documents of the same category have segments "
                "that are long enough."
            )
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
) -> list[tuple[str, dict[str, object]]]:
    """Return the ids and contents of the sampled pairs, under the given ids."""
    items = documents.items.filter(position__in=numbers_in(one for _, one in drawn))
    known = {item.position: (item.text, item.content) for item in items}
    try:
        return pairs_of(drawn, known)
    except (KeyError, IndexError) as error:
        problem = f"{documents.name} has since been changed in the database. Sample again."
        raise Conflict(problem) from error


def require_documents(dataset: Dataset) -> None:
    if dataset.kind != Dataset.Kind.DOCUMENTS:
        raise Invalid(
            f"{dataset.name} contains {dataset.kind}, but pairs are sampled from documents."
        )


def require_groups(alignment: Alignment, dataset: Dataset, level: str) -> None:
    """Refuse an alignment that is not ready, or not of these documents at this level."""
    name, grouped = alignment.name, alignment.options.level
    if alignment.dataset_id != dataset.pk:
        raise Invalid(f"{name} is not an alignment of the documents in {dataset.name}.")
    if grouped != level:
        problem = f"{name} groups {grouped}: sample pairs of {grouped}."
        raise Invalid(problem, field="level")
    if alignment.status != Alignment.Status.READY:
        raise Conflict(f"{name} is {alignment.status}: choose an alignment that is ready.")
