"""Write datasets and check their names, within the caller's transaction."""

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any

from django.db import connection, transaction

from annotation.models import Dataset, Item, Project, User
from annotation.services.audit import record_event
from annotation.services.datasets.items import Row, store_items
from annotation.services.errors import Conflict, Invalid
from midpath.text.characters import problem_with_characters

MAX_NAME_LENGTH = 120
# From this many items on, a search that does not use its index takes long.
MANY_ITEMS = 5_000


def create_dataset(
    *,
    project: Project,
    user: User | None,
    name: str,
    kind: Dataset.Kind,
    details: Mapping[str, object],
    rows: Sequence[tuple[str, Mapping[str, object]]],
    verb: str,
    about: Sequence[Item] = (),
    **recorded: Any,
) -> Dataset:
    """Create a dataset from pairs of text and content, in this order. `about` contains the document
    of each question."""
    dataset = Dataset.objects.create(
        project=project, name=name, kind=kind, details=dict(details), item_count=len(rows)
    )
    documents: Sequence[int | None] = [each.pk for each in about] or [None] * len(rows)
    store_items(
        dataset.pk,
        (Row(*row, document) for row, document in zip(rows, documents, strict=True)),
    )
    record_event(
        verb,
        project=project,
        user=user,
        object_id=dataset.pk,
        name=name,
        items=len(rows),
        **recorded,
    )
    if len(rows) >= MANY_ITEMS:
        transaction.on_commit(count_items, robust=True)
    return dataset


def count_items() -> None:
    """Let PostgreSQL count the items of each dataset.

    It does so by itself about a minute after an import. Until then it takes a new dataset for a
    small one, and searches it text by text."""
    with connection.cursor() as cursor:
        cursor.execute(f"ANALYZE (SKIP_LOCKED) {Item._meta.db_table} (dataset_id)")


def unused_name(project: Project, name: str) -> str:
    """Return a cleaned name, or raise Conflict if the project has a dataset of this name."""
    name = checked_name(name, "dataset")
    if Dataset.objects.filter(project=project, name=name).exists():
        raise name_taken(name)
    return name


def free_name(project: Project, name: str) -> str:
    """Propose a name: this one, followed by a number if the project has a dataset of this name."""
    taken = set(project.datasets.values_list("name", flat=True))
    numbered = (f"{name[: MAX_NAME_LENGTH - 5]} {number}" for number in count(2))
    return next(one for one in chain([name[:MAX_NAME_LENGTH]], numbered) if one not in taken)


def name_taken(name: str) -> Conflict:
    return Conflict(
        f"This project already has a dataset named {name}. Choose another name.", field="name"
    )


def checked_name(name: str, noun: str) -> str:
    """Return a cleaned name for such an object, or raise Invalid."""
    name = clean_name(name)
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise Invalid(f"Give the {noun} a name of 1 to {MAX_NAME_LENGTH} characters.", field="name")
    return name


def clean_name(name: str) -> str:
    if trouble := problem_with_characters(name):
        raise Invalid(f"In the name: {trouble}", field="name")
    return " ".join(name.split())
