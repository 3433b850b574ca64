"""Read an evidence file as an upload: its questions and their documents.

The recorded answers stay in the file; `replay` feeds them to a campaign."""

from collections.abc import Iterable, Mapping

from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.contents import (
    content_of_document,
    content_of_question,
    problem_with_options,
)
from midpath.exchange.evidence.evidence_jsonl import read_jsonl
from midpath.exchange.evidence.privacyqa import NEEDED, read_privacyqa
from midpath.exchange.evidence.squad import read_squad
from midpath.exchange.release import SET
from midpath.exchange.rows import ItemRow, Rows
from midpath.exchange.segments import count_documents

READERS = {"jsonl": read_jsonl, "release": read_squad, "csv": read_privacyqa, "tsv": read_privacyqa}
TYPES = ("document", "question")


def is_evidence_line(first: Mapping[str, object]) -> bool:
    return first.get("type") in TYPES and "document" in first


def is_evidence_table(names: Iterable[str]) -> bool:
    return {name.casefold() for name in NEEDED} <= {name.casefold() for name in names}


def is_squad(text: str) -> bool:
    """Return whether a text looks like {"data": [{"paragraphs": ...}]}. A release file may contain
    these words in its texts."""
    return '"data"' in text and '"paragraphs"' in text and f'"{SET}"' not in text


def read_evidence_rows(text: str, rows: Rows) -> None:
    try:
        evidence = READERS[rows.format](text)
    except BadEvidence as bad:
        for error in bad.errors:
            rows.refuse(error.row, error.column, error.message)
        return
    for one in evidence.skipped:
        rows.skip(one.row, one.reason, one.count)
    for name, document in evidence.documents.items():
        rows.documents.append(ItemRow(name, content_of_document(document), 0))
    for number, question in enumerate(evidence.questions, 1):
        if trouble := problem_with_options(question):
            rows.refuse(0, f"question {question.id}, options", trouble)
            continue
        document = evidence.documents[question.document]
        content = content_of_question(question, document)
        rows.keep(number, question.id, content, column="id", document=question.document)
    rows.annotations = sum(len(question.answers) for question in evidence.questions)
    rows.schemes = ["evidence"] if rows.annotations else []
    rows.details["statistics"] = count_documents(row.content for row in rows.documents)
