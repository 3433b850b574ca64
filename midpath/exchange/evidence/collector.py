"""Collect the documents and questions that a reader finds, with the same checks for all formats."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from midpath.exchange.evidence.common_form import (
    Answer,
    Document,
    Evidence,
    Question,
    Troubles,
    default_id,
)
from midpath.text.characters import canonical, problem_with_characters

META: Mapping[str, type] = {
    "relevance": str,
    "subjectivity": str,
    "categories": list,
    "likelihood": str,
    "cause": str,
    "choice": str,
}
MAX_SENTENCES = 20_000
MAX_NAME_LENGTH = 300


class Gathered(Troubles):
    """The documents and questions of a file. A document may come after its questions. A question
    without an id is named after its document and its number there."""

    def __init__(self) -> None:
        super().__init__()
        self.documents: dict[str, Document] = {}
        self._documents_at: dict[str, str] = {}
        self._questions: list[tuple[int, str, Question]] = []

    def add_document(self, row: int, document: Document, where: str = "") -> bool:
        """Add a document and return whether it is valid. `where` is its place in a file that is not
        divided into lines."""
        place = where or f"row {row}"
        document = replace(document, name=canonical(document.name))
        if document.name in self._documents_at:
            first = self._documents_at[document.name]
            message = f"Duplicate document name {document.name!r} (see {first})."
            self.add(row, _column(where, "document"), f"{message} Rename or remove one.")
            return False
        self._documents_at[document.name] = place
        if self.extend(row, where, _problems_of_document(document)):
            return False
        self.documents[document.name] = document
        return True

    def add_question(self, row: int, question: Question, where: str = "") -> None:
        if len(answers := {canonical(name): one for name, one in question.answers.items()}) < len(
            question.answers
        ):
            message = "An annotator answers this question twice. Keep one of the two answers."
            self.add(row, _column(where, "answers"), message)
        own, document = canonical(question.id), canonical(question.document)
        same = replace(question, id=own, document=document, answers=answers)
        self._questions.append((row, where, same))

    def evidence(self, extra: Mapping[str, object] | None = None) -> Evidence:
        """Return the evidence; raise BadEvidence if there are errors."""
        numbers = Counter[str]()
        first: dict[str, str] = {}
        questions = []
        for row, where, question in self._questions:
            numbers[question.document] += 1
            named = question
            if not question.id:
                own = default_id(question.document, numbers[question.document])
                named = replace(question, id=own)
            if named.id in first:
                message = f"Duplicate question id {named.id!r} (see {first[named.id]})."
                self.add(row, _column(where, "id"), f"{message} Give one of them a different id.")
            first.setdefault(named.id, where or f"row {row}")
            questions.append(named)
            self.extend(row, where, self._problems_of_question(named))
        if not self.errors and not self.documents:
            self.add(0, "", "The file contains no documents.")
        self.stop_if_any()
        return Evidence(self.documents, questions, extra or {}, self.left_out.skipped)

    def _problems_of_question(self, question: Question) -> Iterator[tuple[str, str]]:
        document = self.documents.get(question.document)
        if document is None:
            if question.document not in self._documents_at:
                missing = f"There is no document {question.document!r}."
                message = f"{missing} Add it, or correct its name."
                yield "document", message
            return
        if not question.text.strip():
            yield "question", "The question is empty. Write it or remove the row."
        elif trouble := problem_with_characters(question.text):
            yield "question", trouble
        options = question.extra.get("options")
        listed = options if isinstance(options, list) else []
        offered = {option for option in listed if isinstance(option, str)}
        for annotator, answer in question.answers.items():
            if not annotator.strip():
                yield "answers", "An annotator has no name. Add one."
            yield from _problems_of_answer(document, annotator, answer)
            yield from _problems_of_choice(offered, annotator, answer)


def _problems_of_document(document: Document) -> Iterator[tuple[str, str]]:
    if not document.name.strip() or len(document.name) > MAX_NAME_LENGTH:
        yield "document", f"A document's name has 1 to {MAX_NAME_LENGTH} characters."
    if not 0 < len(document.sentences) <= MAX_SENTENCES:
        many = f"{len(document.sentences):,} sentences"
        yield "sentences", f"The document has {many}; it must have 1 to {MAX_SENTENCES:,}."
    for number, sentence in enumerate(document.sentences):
        if not sentence.strip():
            yield "sentences", f"Sentence {number} (from 0) is empty. Fill it in or remove it."
            return
        if trouble := problem_with_characters(sentence):
            yield "sentences", f"In sentence {number} (from 0): {trouble}"
            return
    try:
        _ = document.places
    except ValueError:
        yield (
            "text",
            "The text does not contain the sentences in order. Correct it or leave it out.",
        )
    yield from _problems_of_sections(document)


def _problems_of_sections(document: Document) -> Iterator[tuple[str, str]]:
    before = -1
    for number, section in enumerate(document.sections, 1):
        if not before < section.start < len(document.sentences):
            last = len(document.sentences) - 1
            message = f"Section {number} starts at sentence {section.start}; it must start after "
            message += f"the section before it and at sentence {last} at the latest."
            yield "sections", message
            return
        before = section.start


def _problems_of_answer(
    document: Document, annotator: str, answer: Answer
) -> Iterator[tuple[str, str]]:
    where = f"answers, {annotator}"
    last = len(document.sentences) - 1
    if out_of_range := [s for s in answer.sentences if not 0 <= s <= last]:
        yield (
            where,
            f"There is no sentence {out_of_range[0]}: the document has sentences 0 to {last}.",
        )
    twice = next((s for s, times in Counter(answer.sentences).items() if times > 1), None)
    if twice is not None:
        yield where, f"Sentence {twice} is listed twice. Remove one."
    if answer.spans and not out_of_range:
        yield from _problems_of_spans(document, f"spans, {annotator}", answer)
    if answer.meta.get("cause") and answer.sentences:
        yield (
            f"meta, {annotator}, cause",
            "A cause explains a missing answer, but sentences are marked. Remove one of the two.",
        )


def _problems_of_choice(
    offered: set[str], annotator: str, answer: Answer
) -> Iterator[tuple[str, str]]:
    choice = answer.meta.get("choice")
    if choice is None:
        return
    where = f"meta, {annotator}, choice"
    if choice not in offered:
        yield (
            where,
            f"{choice[:60]!r} is not an option in the question's extra. Correct it.",
        )
    elif not answer.sentences:
        yield where, "An option is chosen, but no sentence is marked. Mark some, or remove it."


def _problems_of_spans(document: Document, where: str, answer: Answer) -> Iterator[tuple[str, str]]:
    end = len(document.full_text)
    for span in answer.spans:
        if not 0 <= span[0] < span[1] <= end:
            message = (
                f"[{span[0]}, {span[1]}] is not a span of the text, which has characters 0 to "
            )
            yield where, f"{message}{end}."
            return
    if outside := document.spans_outside(answer.spans):
        span = next(span for span in answer.spans if span in outside)
        yield where, f"The span [{span[0]}, {span[1]}] is not in any sentence. Move or remove it."
        return
    touched = document.touched_by(answer.spans)
    if touched != set(answer.sentences):
        given, names = list(answer.sentences), sorted(touched)
        message = f"The spans lie in the sentences {names}, but the answer names {given}."
        yield where, f"{message} Correct one of the two."


def problem_with_meta(meta: Mapping[str, object]) -> str:
    """Return what is wrong with meta-annotations; "" if they have the keys of META and values of
    the right types."""
    for key, value in meta.items():
        if key not in META:
            return f"{key!r} is unknown. Known keys: {', '.join(META)}."
        if META[key] is str and not isinstance(value, str):
            return f"{key!r} must be a text."
        if META[key] is list and not (
            isinstance(value, list) and all(isinstance(one, str) for one in value)
        ):
            return f"{key!r} must be a list of texts."
    return ""


def in_order(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def _column(where: str, column: str) -> str:
    return f"{where}, {column}" if where else column
