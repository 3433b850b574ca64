"""Create datasets of questions on documents, and prepare the documents to be marked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from annotation.models import Dataset, Item, Project, User
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH, create_dataset, unused_name
from annotation.services.datasets.sentences import divide_documents
from annotation.services.errors import Invalid
from annotation.services.lifecycle.guard import require_open
from midpath.exchange.readers import ParsedUpload

SUFFIX = " documents"


@dataclass(frozen=True)
class NewQuestion:
    """A question to import. `id` is unique in its dataset; `content` contains the question and its
    other fields."""

    id: str
    document: str
    content: Mapping[str, object]


def import_questions(
    *, project: Project, user: User | None, name: str, parsed: ParsedUpload, filename: str
) -> Dataset:
    """Create two datasets within the caller's transaction: the questions under the name, and their
    documents."""
    if len(name) + len(SUFFIX) > MAX_NAME_LENGTH:
        most = MAX_NAME_LENGTH - len(SUFFIX)
        raise Invalid(
            f"The documents get a dataset of their own, called NAME{SUFFIX}: give a name of at "
            f"most {most} characters.",
            field="name",
        )
    documents = create_dataset(
        project=project,
        user=user,
        name=unused_name(project, name + SUFFIX),
        kind=Dataset.Kind.DOCUMENTS,
        details=parsed.details,
        rows=[(row.text, row.content) for row in parsed.documents],
        verb="dataset.imported",
        filename=filename,
    )
    return create_questions(
        documents=documents,
        user=user,
        name=name,
        questions=[NewQuestion(row.text, row.document, row.content) for row in parsed.items],
        verb="dataset.imported",
        filename=filename,
    )


def create_questions(
    *,
    documents: Dataset,
    user: User | None,
    name: str,
    questions: Sequence[NewQuestion],
    verb: str = "dataset.created",
    **recorded: object,
) -> Dataset:
    """Create a dataset of all of the questions or none. Questions on one document keep their order.
    Documents without sentences are divided into sentences."""
    if not questions:
        raise Invalid("There are no questions.", field="questions")
    require_open(documents)
    with transaction.atomic():
        named = _documents(documents, {question.document for question in questions})
        divide_documents(named)
        _require_sentences(named.values())
        return create_dataset(
            project=documents.project,
            user=user,
            name=unused_name(documents.project, name),
            kind=Dataset.Kind.QUESTIONS,
            details={"documents": documents.pk, "asked_of": len(named)},
            rows=[
                (
                    question.id,
                    {
                        **question.content,
                        "sentences": len(named[question.document].content["sentences"]),
                    },
                )
                for question in questions
            ],
            about=[named[question.document] for question in questions],
            verb=verb,
            **recorded,
        )


def _documents(dataset: Dataset, names: Iterable[str]) -> dict[str, Item]:
    wanted = set(names)
    found = {item.text: item for item in dataset.items.filter(text__in=wanted)}
    if missing := wanted - found.keys():
        raise Invalid(
            f"{dataset.name} has no document {min(missing)!r}. Name one of its documents.",
            field="document",
        )
    return found


def _require_sentences(documents: Iterable[Item]) -> None:
    for item in documents:
        if not item.content["sentences"]:
            raise Invalid(
                f"The document {item.text} has no sentences, so there is nothing to mark.",
                field="document",
            )
