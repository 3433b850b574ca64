"""Read a system's answers, one JSON line for each question: {"question": id, "sentences":
[numbers]}.

Sentences count from 0; [] means no answer. A question without an id is named by its document and
its number there: "document/1"."""

from collections.abc import Mapping

from midpath.exchange.decoding import filled_lines
from midpath.exchange.evidence.common_form import BadEvidence, Evidence, Troubles
from midpath.exchange.evidence.evidence_jsonl import read_object
from midpath.exchange.rows import Faults
from midpath.text.characters import canonical

NAMES = ("question", "sentences")
FIRST = 5


def is_prediction(text: str) -> bool:
    """Return whether the first line is a system's answer, not a line of an evidence file."""
    row, line = next(iter(filled_lines(text)), (0, ""))
    try:
        value = read_object(row, line)
    except BadEvidence:
        return False
    return "type" not in value and set(NAMES) <= value.keys()


def read_answers(
    text: str, lengths: Mapping[str, int] | None = None, left_out: Faults | None = None
) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Return the line and the sentences of each question that a system answered; raise BadEvidence
    if there are errors.

    lengths : the number of sentences of each question's document, by question; None if
        unknown
    left_out : counts the fields that are not read
    """
    troubles = Troubles(left_out)
    found = _read(text, lengths, troubles)
    troubles.stop_if_any()
    return found


def read_predictions(
    text: str, evidence: Evidence, left_out: Faults | None = None
) -> dict[str, frozenset[int]]:
    """Return the sentences predicted for each question. Every question needs one line; raise
    BadEvidence if there are errors."""
    lengths = {
        question.id: len(evidence.documents[question.document].sentences)
        for question in evidence.questions
    }
    troubles = Troubles(left_out)
    found = _read(text, lengths, troubles)
    missing = [name for name in lengths if name not in found]
    if missing and not troubles.errors:
        names = ", ".join(missing[:FIRST]) + (", …" if len(missing) > FIRST else "")
        message = f"{len(missing):,} of {len(lengths):,} questions have no prediction: {names}. "
        troubles.add(0, "", f'{message}Add a line for each; "sentences": [] says no answer.')
    troubles.stop_if_any()
    return {question: frozenset(sentences) for question, (_, sentences) in found.items()}


def _read(
    text: str, lengths: Mapping[str, int] | None, troubles: Troubles
) -> dict[str, tuple[int, tuple[int, ...]]]:
    found: dict[str, tuple[int, tuple[int, ...]]] = {}
    for row, line in filled_lines(text):
        try:
            value = read_object(row, line)
        except BadEvidence as bad:
            troubles.errors.extend(bad.errors)
            continue
        if isinstance(value.get("question"), str):
            value["question"] = canonical(value["question"])
        if wrong := problem_with(value, lengths, found):
            troubles.add(row, *wrong)
            continue
        for name in sorted(value.keys() - set(NAMES)):
            troubles.left_out.skip_field(row, name)
        found[value["question"]] = row, tuple(sorted(set(value["sentences"])))
    return found


def problem_with(
    value: dict[str, object],
    lengths: Mapping[str, int] | None,
    found: dict[str, tuple[int, tuple[int, ...]]],
) -> tuple[str, str] | None:
    """Return the field at fault and the error; None if the line is valid. `found` contains the
    lines of earlier questions."""
    for name in NAMES:
        if name not in value:
            return name, f'"{name}" is missing. A line is {{"question": id, "sentences": [0, 3]}}.'
    question, sentences = value["question"], value["sentences"]
    if not isinstance(question, str) or (lengths is not None and question not in lengths):
        return "question", f"There is no question {str(question)[:100]!r}. Correct its id."
    if question in found:
        row, _ = found[question]
        return "question", f"{question!r} was already answered in line {row}. Keep one line."
    if not isinstance(sentences, list) or any(type(one) is not int for one in sentences):
        return "sentences", "Expected a list of sentence numbers, from 0: [] for no answer."
    if lengths is not None and (trouble := _out_of_range(sentences, lengths[question])):
        return "sentences", trouble
    return None


def _out_of_range(sentences: list[int], length: int) -> str:
    """Return an error about the first sentence number that the document does not have; "" if it has
    all."""
    first = next((one for one in sentences if not 0 <= one < length), None)
    if first is None:
        return ""
    return f"There is no sentence {first}: the document has sentences 0 to {length - 1}."
