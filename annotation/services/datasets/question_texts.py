"""Create datasets in which questions are texts of their own, to be labelled or marked."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.db import transaction
from django.db.models import F, QuerySet

from annotation.models import (
    Annotation,
    AnnotationSet,
    Campaign,
    Dataset,
    Item,
    Judgment,
    User,
    Worker,
)
from annotation.services.datasets.dataset_writer import create_dataset, unused_name
from annotation.services.datasets.parts import MAX_PARTS
from annotation.services.errors import Invalid
from annotation.services.lifecycle.guard import require_open
from midpath.exchange.jsonl import SCALARS
from midpath.exchange.segments import count_documents
from midpath.json_types import JsonObject
from midpath.schemes.evidence.vector import sentences_of
from midpath.schemes.passages import PART

SCHEME = "evidence"
QUESTIONS, EVIDENCE = "questions", "evidence"
Source = AnnotationSet | Campaign


def evidence_sources(dataset: Dataset) -> list[Source]:
    """Return the campaigns and annotation sets that mark the evidence for these questions."""
    campaigns = Campaign.objects.launched().filter(dataset=dataset, scheme=SCHEME)
    return [*campaigns, *AnnotationSet.objects.filter(dataset=dataset, scheme=SCHEME)]


def make_question_texts(
    *, questions: Dataset, user: User | None, name: str, evidence: Source | None = None
) -> Dataset:
    """Create a dataset whose items are the questions, each with its columns and its document. With
    `evidence`, a column contains the sentences that anyone has marked so far."""
    if questions.kind != Dataset.Kind.QUESTIONS:
        raise Invalid(f"{questions.name} contains {questions.kind}. Choose a dataset of questions.")
    if questions.item_count > MAX_PARTS:
        raise Invalid(
            f"{questions.name} has more than {MAX_PARTS:,} questions, too many for one campaign. "
            "Import them as several datasets."
        )
    if evidence is not None and (evidence.dataset_id, evidence.scheme) != (questions.pk, SCHEME):
        raise Invalid(
            f"{evidence} has no evidence for these questions. Choose a campaign or an annotation "
            "set of theirs.",
            field=EVIDENCE,
        )
    require_open(questions)
    with transaction.atomic():
        items = list(questions.items.order_by("position"))
        documents = _documents(questions)
        marked = {} if evidence is None else _marked(evidence)
        contents = [
            _content(item, documents[item.document_id], marked.get(item.pk)) for item in items
        ]
        return create_dataset(
            project=questions.project,
            user=user,
            name=unused_name(questions.project, name),
            kind=Dataset.Kind.DOCUMENTS,
            details={
                "documents": questions.details["documents"],
                QUESTIONS: questions.pk,
                "parts": QUESTIONS,
                "statistics": count_documents(contents),
            },
            rows=[(item.text, content) for item, content in zip(items, contents, strict=True)],
            about=[documents[item.document_id] for item in items],
            verb="dataset.created",
            of=questions.name,
            parts=QUESTIONS,
        )


def questions_by(worker: Worker) -> QuerySet[Item]:
    """Return the questions that a worker wrote, also those that are texts of their own."""
    return Item.objects.filter(
        dataset__project=worker.project_id,
        dataset__kind__in=(Dataset.Kind.QUESTIONS, Dataset.Kind.DOCUMENTS),
        content__by=worker.number,
        content__columns__has_key="app",
    )


def replaced(content: JsonObject, question: str) -> JsonObject:
    """Return the content of a question, or of its text, with other words."""
    if PART in content:
        return {**content, "sections": _sections(question)}
    return {**content, "question": question}


def _documents(questions: Dataset) -> dict[int | None, Item]:
    documents = Item.objects.filter(questions__dataset=questions).distinct()
    return {one.pk: one for one in documents}


def _content(item: Item, document: Item, marked: set[int] | None) -> dict[str, object]:
    """Return a document with the question as its only paragraph. Columns are the single values
    that the file has about the question."""
    own = item.content
    category = str(own.get("category", ""))
    columns = {
        "category": category,
        "options": " | ".join(own.get("options", ())),
        **own.get("extra", {}),
        **own.get("columns", {}),
        "document": document.text,
        **({} if marked is None else {EVIDENCE: _evidence(document, marked)}),
    }
    by = {"by": own["by"]} if "by" in own else {}
    return {
        "category": category,
        "sections": _sections(str(own["question"])),
        "columns": {
            name: value
            for name, value in columns.items()
            if isinstance(value, SCALARS) and value not in ("", None)
        },
        PART: {"document": document.text},
        **by,
    }


def _sections(question: str) -> list[Mapping[str, object]]:
    return [{"title": "", "paragraphs": [question]}]


def _evidence(document: Item, marked: set[int]) -> str:
    sentences = document.content["sentences"]
    return "\n".join(sentences[number] for number in sorted(marked))


def _marked(source: Source) -> dict[int, set[int]]:
    """Return the numbers of the sentences that anyone marked, by question."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for item, vector in _answers(source):
        found[item].update(sentences_of(vector))
    return found


def _answers(source: Source) -> Iterator[tuple[int, list[int]]]:
    if isinstance(source, AnnotationSet):
        marked = Annotation.objects.filter(set=source)
        yield from marked.values_list("item", "vector").iterator()
    else:
        counting = Judgment.objects.counting().filter(campaign=source)
        yield from counting.values_list(F("hit__item"), "vector").iterator()
