"""Files of evidence built all at once: the streamed ones must equal them."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import orjson

from analysis.reading.evidence_material import EvidenceMaterial
from analysis.text.answer_sets import sections_of
from annotation.models import Campaign
from midpath.alignment.gold_files import FORMAT
from midpath.exchange.evidence import evidence_jsonl as jsonl
from midpath.exchange.evidence import squad, web_annotation
from midpath.exchange.evidence.common_form import Document, Evidence, Question
from midpath.exchange.evidence.privacyqa import KNOWN
from midpath.exchange.evidence.sentences import sentence_places
from midpath.exchange.release import CANONICAL
from midpath.exchange.spreadsheets import harmless
from midpath.exchange.web_annotations import CONTEXT


def evidence_jsonl(evidence: Evidence) -> bytes:
    lines = []
    for document in evidence.documents.values():
        lines.append(jsonl._document_line(document))
        questions = questions_on(document, evidence)
        lines += [jsonl._question_line(number, one) for number, one in enumerate(questions, 1)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def squad_json(evidence: Evidence) -> bytes:
    data: list[dict[str, Any]] = []
    seen = Counter[str]()
    impossible = any(not one.sentences for q in evidence.questions for one in q.answers.values())
    for document in evidence.documents.values():
        title = document.title or document.name
        seen[title] += 1
        if not data or data[-1]["title"] != title:
            data.append({"title": title, "paragraphs": []})
        qas = [squad._qa(document, one, impossible) for one in questions_on(document, evidence)]
        data[-1]["paragraphs"].append(_paragraph(document, seen[title], qas))
    version = {"version": "v2.0" if impossible else "1.1"}
    content = version | dict(evidence.extra) | {"data": data}
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


def _paragraph(document: Document, number: int, qas: list[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {**document.extra, "qas": qas, "context": document.full_text}
    if document.name != f"{document.title}/{number}":
        found["document"] = document.name
    if sentence_places(document.full_text) != document.places:
        found["sentences"] = [list(place) for place in document.places]
    return found


def privacyqa(evidence: Evidence) -> bytes:
    return _written([*_table(evidence)], "\t")


def privacyqa_csv(evidence: Evidence) -> bytes:
    return _written([list(map(harmless, cells)) for cells in _table(evidence)], ",")


def _written(rows: list[list[str]], delimiter: str) -> bytes:
    output = io.StringIO()
    csv.writer(output, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return output.getvalue().encode()


def _table(evidence: Evidence) -> Iterator[list[str]]:
    yield [*KNOWN, *evidence.annotators]
    for question in evidence.questions:
        document = evidence.documents[question.document]
        marked = {who: set(one.sentences) for who, one in question.answers.items()}
        anybody = set().union(*marked.values())
        for number, sentence in enumerate(document.sentences):
            yield [
                document.extra.get("Folder", ""),
                document.name,
                question.id,
                f"{question.id}_{number}",
                question.extra.get("Split", ""),
                question.text,
                sentence,
                _cell(number, anybody),
                *(_cell(number, marked.get(who)) for who in evidence.annotators),
            ]


def _cell(number: int, marked: set[int] | None) -> str:
    if marked is None:
        return "None"
    return "Relevant" if number in marked else "Irrelevant"


def web_annotations(evidence: Evidence) -> bytes:
    items = [
        web_annotation._annotation(evidence.documents[question.document], question, who, answer)
        for question in evidence.questions
        for who, answer in question.answers.items()
    ]
    page = {"@context": CONTEXT, "id": "urn:midpath:evidence", "type": "AnnotationPage"}
    return (json.dumps(page | {"items": items}, ensure_ascii=False, indent=1) + "\n").encode()


def answer_sets(campaign: Campaign) -> bytes:
    material = EvidenceMaterial(campaign)
    contents = {item.text: item.content for item in material.documents.values()}
    places = {name: sections_of(content) for name, content in contents.items()}
    questions = []
    for one in material.counting().questions:
        marked = sorted({n for answer in one.answers.values() for n in answer.sentences})
        numbers = sorted({places[one.document][n] for n in marked})
        titles = [section["title"] for section in contents[one.document]["sections"]]
        questions.append(
            {
                "question": one.id,
                "document": one.document,
                "text": one.text,
                "answers": len(one.answers),
                "answering": sum(bool(answer.sentences) for answer in one.answers.values()),
                "sections": [{"section": n, "title": titles[n]} for n in numbers],
                "sentences": marked,
            }
        )
    return orjson.dumps({"format": FORMAT, "questions": questions}, option=CANONICAL)


def questions_on(document: Document, evidence: Evidence) -> list[Question]:
    return [one for one in evidence.questions if one.document == document.name]


def answered(evidence: Evidence) -> Evidence:
    """Return the evidence without the questions that a minority of the workers did not answer."""
    kept = []
    for one in evidence.questions:
        silent = sum(answer.sentences == () for answer in one.answers.values())
        if not silent or silent >= len(one.answers) / 2:
            kept.append(one)
    return replace(evidence, questions=kept)


OF_EVIDENCE: Mapping[str, Callable[[Evidence], bytes]] = {
    "evidence-jsonl": evidence_jsonl,
    "squad": squad_json,
    "privacyqa": privacyqa,
    "privacyqa-csv": privacyqa_csv,
    "web-annotation": web_annotations,
    "evidence-answered": lambda evidence: evidence_jsonl(answered(evidence)),
    "privacyqa-answered": lambda evidence: privacyqa(answered(evidence)),
}
NAMES = (*OF_EVIDENCE, "answer-sets")


def at_once(campaign: Campaign, name: str) -> bytes:
    """Return a file of a campaign of evidence, built all at once."""
    if name == "answer-sets":
        return answer_sets(campaign)
    return OF_EVIDENCE[name](EvidenceMaterial(campaign).counting())
