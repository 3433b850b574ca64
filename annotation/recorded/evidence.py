"""Recorded evidence: files of questions with their answers, or only a system's answers."""

from pathlib import PurePath
from typing import NamedTuple

from annotation.models import Item
from annotation.recorded.base import BadFile, Given, Recorded, RecordedReader
from midpath.exchange.evidence.common_form import Answer, BadEvidence, Document
from midpath.exchange.evidence.contents import document_of
from midpath.exchange.evidence.evidence_files import form_in, read_evidence, text_of
from midpath.exchange.evidence.predictions import is_prediction, read_answers
from midpath.exchange.evidence.web_answers import WebAnswer, read_web_answers
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.rows import Faults
from midpath.schemes.base import InvalidAnswer, Settings
from midpath.schemes.evidence.settings import PLAIN, USUAL
from midpath.schemes.evidence.wording import ASPECTS, INCOMPREHENSIBLE
from midpath.text.characters import canonical_parts

SYSTEM = "1"


class Marked(NamedTuple):
    """An answer and its document, which is None if the file contains only answers."""

    answer: Answer | WebAnswer
    document: Document | None


class EvidenceReader(RecordedReader):
    form = (
        "evidence lines (.jsonl), SQuAD (.json), PrivacyQA’s table (.csv, .tsv), Midpath’s Web "
        "Annotation (.jsonld), or a system’s "
        'answers, a line each: {"question": id, "sentences": [0, 3]}'
    )

    def read(
        self,
        filename: str,
        body: bytes,
        take: str = "",
        control: str = "",
        reading: ReadingOptions = GUESS,
    ) -> Recorded:
        left_out = Faults()
        try:
            if PurePath(filename).suffix.lower() == ".jsonld":
                found = _of_web(text_of(body), left_out)
                return Recorded(found, _plain, skipped=left_out.skipped)
            if PurePath(filename).suffix.lower() in {".jsonl", ".ndjson", ""}:
                text = text_of(body)
                if is_prediction(text):
                    found = _of_system(text, left_out)
                    return Recorded(found, _plain, skipped=left_out.skipped)
            form_in(filename, body)
            evidence = read_evidence(filename, body)
        except BadEvidence as bad:
            raise BadFile(bad.errors) from bad
        return Recorded(
            {
                question.id: [
                    Given(number, name, name, Marked(one, evidence.documents[question.document]))
                    for name, one in question.answers.items()
                ]
                for number, question in enumerate(evidence.questions, 1)
            },
            _plain,
            skipped=evidence.skipped,
        )

    def payload(self, given: Given, item: Item, settings: Settings) -> dict[str, object]:
        answer, document = given.answer
        if item.document is None:
            raise InvalidAnswer("The question refers to no document.", field="document")
        mine = item.document.content["sentences"]
        if isinstance(answer, WebAnswer):
            document = document_of(item.document)
            answer = _placed(answer, document)
        if document is not None and canonical_parts(document.sentences) != canonical_parts(mine):
            raise InvalidAnswer(
                "The dataset's document has different sentences, so the sentence numbers do not "
                "match. Leave the question out, or import this file as a dataset.",
                field="sentences",
            )
        if document is None and settings["unit"] != "sentences":
            raise InvalidAnswer(
                "This campaign marks spans of characters, but the file has sentence numbers.",
                field="sentences",
            )
        return payload_of(answer, document, settings)


def _placed(answer: WebAnswer, document: Document) -> Answer:
    try:
        return answer.on(document)
    except ValueError as error:
        raise InvalidAnswer(str(error), field="target") from error


def payload_of(answer: Answer, document: Document | None, settings: Settings) -> dict[str, object]:
    payload: dict[str, object] = {"answerable": bool(answer.sentences)}
    if "choice" in answer.meta:
        payload["choice"] = answer.meta["choice"]
    if answer.sentences and (document is None or settings["unit"] == "sentences"):
        payload["sentences"] = list(answer.sentences)
    elif answer.sentences and document is not None:
        exact = answer.spans and not settings["snap"]
        spans = sorted(answer.spans) if exact else document.runs_of(answer.sentences)
        payload["spans"] = [list(span) for span in spans]
    elif settings["causes"]:
        payload["cause"] = answer.meta.get("cause")
    if payload.get("cause") == INCOMPREHENSIBLE:
        return payload
    aspects = [aspect.name for aspect in ASPECTS if settings[aspect.name]]
    aspects += ["categories"] * (settings["categories"] is not None)
    return payload | {name: answer.meta.get(name) for name in aspects}


def _plain() -> Settings:
    return {"preset": USUAL, **PLAIN}


def _of_system(text: str, left_out: Faults) -> dict[str, list[Given]]:
    return {
        question: [Given(row, "sentences", SYSTEM, Marked(Answer(sentences), None))]
        for question, (row, sentences) in read_answers(text, left_out=left_out).items()
    }


def _of_web(text: str, left_out: Faults) -> dict[str, list[Given]]:
    found: dict[str, list[Given]] = {}
    for one in read_web_answers(text, left_out):
        given = Given(one.row, "annotation", one.annotator, Marked(one, None))
        found.setdefault(one.question, []).append(given)
    return found


reader = EvidenceReader()
