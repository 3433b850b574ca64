"""Read and write SQuAD's JSON, 1.1 and 2.0.

Its form is {"version", "data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question",
"answers": [{"text", "answer_start"}], "is_impossible"}]}]}]}.

A paragraph is a document, named after its title and its position under the title. Each answer
counts as a different annotator's, named 1, 2, ...: its characters are stored as a span, and the
sentences that it touches are marked. An impossible question without answers has one annotator, who
found no answer.

Midpath adds "document" (its own name) and "sentences" [[start, end], ...] to a paragraph. To an
answer it adds "annotator" and, if whole sentences were marked, "sentences". To a question it adds
"no_answer", the annotators who found none, and "annotators", their order. Other readers ignore
these. All other fields of an object are stored."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from midpath.exchange.evidence.collector import Gathered
from midpath.exchange.evidence.common_form import (
    Answer,
    Document,
    DocumentQuestions,
    Evidence,
    Question,
    Seen,
    Source,
    unseen,
)
from midpath.exchange.evidence.sentences import sentence_places
from midpath.exchange.json_stream import dumped, object_around
from midpath.json_types import JsonObject
from midpath.schemes.evidence.document import Span
from midpath.text.strict_json import UnreadableJSON, read_json

QA = {"id", "question", "answers", "is_impossible", "no_answer", "annotators"}
ENTRY = {"title", "paragraphs"}
ANSWER = {"annotator", "text", "answer_start", "sentences"}
PARAGRAPH = {"context", "qas", "document", "sentences"}


def read_squad(text: str, seen: Seen = unseen) -> Evidence:
    """Return the evidence in a file; raise BadEvidence if there are errors. Errors name the place
    in the JSON, since the file may be a single line."""
    gathered = Gathered()
    try:
        value = read_json(text.encode())
    except UnreadableJSON as error:
        gathered.add(error.line, "", error.message)
        gathered.stop_if_any()
        raise
    if not isinstance(value, dict) or not isinstance(value.get("data"), list):
        gathered.add(
            0, "data", 'This is not SQuAD\'s form: {"version", "data": [...]} is expected.'
        )
        gathered.stop_if_any()
        return gathered.evidence()
    numbers = Counter[str]()
    for i, entry in enumerate(value["data"]):
        seen("entries", i + 1, len(value["data"]))
        for name in sorted(entry.keys() - ENTRY) if isinstance(entry, dict) else ():
            gathered.left_out.skip_field(0, name)
        for j, paragraph in enumerate(_list(gathered, f"data[{i}]", entry, "paragraphs")):
            title = str(entry.get("title", ""))
            numbers[title] += 1
            where = f"data[{i}].paragraphs[{j}]"
            _read_paragraph(gathered, where, title, numbers[title], paragraph)
    return gathered.evidence({key: part for key, part in value.items() if key != "data"})


def write_squad(source: Source) -> Iterator[bytes]:
    """Yield the file, question by question. Adjacent documents with one title become its
    paragraphs; others get a title each."""
    impossible = source.abstains
    content = {"version": "v2.0" if impossible else "1.1", **source.extra}
    titled = groupby(source.by_document(), key=_title)
    entries = (
        object_around({"title": title}, "paragraphs", (_paragraph(one, impossible) for one in same))
        for title, same in titled
    )
    for piece in object_around(content, "data", entries):
        yield piece.encode()
    yield b"\n"


def _title(document: DocumentQuestions) -> str:
    return document.document.title or document.document.name


def _list(gathered: Gathered, where: str, value: object, name: str) -> list[Any]:
    found = value.get(name) if isinstance(value, dict) else None
    if isinstance(found, list):
        return found
    gathered.add(0, where, f'Expected an object with a list "{name}".')
    return []


def _read_paragraph(
    gathered: Gathered, where: str, title: str, number: int, paragraph: JsonObject
) -> None:
    qas = _list(gathered, where, paragraph, "qas")
    context = paragraph.get("context") if isinstance(paragraph, dict) else None
    if not isinstance(context, str):
        gathered.add(0, where, 'Expected a "context" (a text).')
        return
    name = str(paragraph.get("document", f"{title}/{number}"))
    given = paragraph.get("sentences")
    if "sentences" in paragraph and not _are_places(given, len(context)):
        gathered.add(
            0,
            f"{where}, sentences",
            "Expected a list of [start, end] in the context, in order.",
        )
        return
    sentences = tuple(context[start:end] for start, end in given or sentence_places(context))
    document = Document(
        name,
        sentences,
        text=None if context == " ".join(sentences) else context,
        title="" if title == name else title,
        extra={key: part for key, part in paragraph.items() if key not in PARAGRAPH},
    )
    if gathered.add_document(0, document, where):
        for k, qa in enumerate(qas):
            _read_qa(gathered, f"{where}.qas[{k}]", document, qa)


def _are_places(value: object, length: int) -> bool:
    """Return whether the spans are valid: in order, without overlap, and within the text."""
    before = 0
    for place in value if isinstance(value, list) else [None]:
        if not isinstance(place, list) or [type(end) for end in place] != [int, int]:
            return False
        if not before <= place[0] < place[1] <= length:
            return False
        before = place[1]
    return True


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _read_qa(gathered: Gathered, where: str, document: Document, qa: JsonObject) -> None:
    entries = _list(gathered, where, qa, "answers")
    question = qa.get("question") if isinstance(qa, dict) else None
    if not isinstance(question, str):
        gathered.add(0, where, 'Expected a "question" (a text).')
        return
    for name in ("no_answer", "annotators"):
        if not _are_names(qa.get(name, [])):
            gathered.add(0, f"{where}, {name}", "Expected a list of annotators' names.")
            return
    for n, entry in enumerate(entries):
        if trouble := _problem_with_answer(document.full_text, entry):
            gathered.add(0, f"{where}.answers[{n}]", trouble)
            return
        for name in sorted(entry.keys() - ANSWER):
            gathered.left_out.skip_field(0, f"{name} of answers")
    answers = _answers(document, entries)
    nobody = qa.get("no_answer", ["1"] if qa.get("is_impossible") and not entries else [])
    answers |= {who: Answer() for who in nobody if who not in answers}
    one = Question(
        str(qa.get("id", "")),
        document.name,
        question,
        {who: answers[who] for who in qa.get("annotators", []) if who in answers} | answers,
        extra={key: part for key, part in qa.items() if key not in QA},
    )
    gathered.add_question(0, one, where)


def _answers(document: Document, entries: list[JsonObject]) -> dict[str, Answer]:
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    marked: defaultdict[str, set[int]] = defaultdict(set)
    for number, entry in enumerate(entries, 1):
        annotator = str(entry.get("annotator", number))
        span = entry["answer_start"], entry["answer_start"] + len(entry["text"])
        marked[annotator].update(document.sentences_in(span))
        if "sentences" not in entry:
            spans[annotator].append(span)
    return {who: Answer(tuple(sorted(marked[who])), tuple(spans[who])) for who in marked}


def _problem_with_answer(context: str, entry: object) -> str:
    if (
        not isinstance(entry, dict)
        or not isinstance(entry.get("text"), str)
        or type(entry.get("answer_start")) is not int
    ):
        return 'Expected {"text": text, "answer_start": number}.'
    start, text = entry["answer_start"], entry["text"]
    if not text.strip():
        return "The answer's text is empty. Leave the answer out."
    if start < 0 or context[start : start + len(text)] != text:
        found = context.find(text)
        hint = f"It is at {found}." if found >= 0 else "The context does not contain it."
        return f"At answer_start {start} the context is not {text[:60]!r}. {hint}"
    return ""


def _paragraph(entry: DocumentQuestions, impossible: bool) -> Iterator[str]:
    document, number, questions = entry
    found: dict[str, object] = {**document.extra, "qas": [], "context": document.full_text}
    if document.name != f"{document.title}/{number}":
        found["document"] = document.name
    if sentence_places(document.full_text) != document.places:
        found["sentences"] = [list(place) for place in document.places]
    qas = ([dumped(_qa(document, question, impossible))] for question in questions)
    return object_around(found, "qas", qas)


def _qa(document: Document, question: Question, impossible: bool) -> dict[str, object]:
    nobody = [who for who, one in question.answers.items() if not one.sentences]
    entries = [
        entry
        for who, one in question.answers.items()
        for entry in _entries(document, who, one)
        if one.sentences
    ]
    names = [entry["annotator"] for entry in entries]
    if names == [str(n + 1) for n in range(len(names))]:
        for entry in entries:
            del entry["annotator"]
    found: dict[str, object] = {
        **question.extra,
        "question": question.text,
        "id": question.id,
        "answers": entries,
    }
    if impossible:
        found["is_impossible"] = bool(nobody) and not entries
    if nobody and (entries or nobody != ["1"]):
        found["no_answer"] = nobody
        found["annotators"] = [*question.answers]
    return found


def _entries(document: Document, annotator: str, answer: Answer) -> Iterator[dict[str, object]]:
    text = document.full_text
    for start, end in answer.spans or document.runs_of(answer.sentences):
        entry: dict[str, object] = {
            "text": text[start:end],
            "answer_start": start,
            "annotator": annotator,
        }
        if not answer.spans:
            entry["sentences"] = document.sentences_in((start, end))
        yield entry


def lost_in_squad(evidence: Evidence) -> Mapping[str, int]:
    """Return what the format cannot store, with counts."""
    answers = [one for question in evidence.questions for one in question.answers.values()]
    return {
        "meta-annotations": sum(bool(one.meta) for one in answers),
        "categories of questions": sum(bool(one.category) for one in evidence.questions),
        "sections": sum(len(one.sections) for one in evidence.documents.values()),
    }
