"""Read a system's answers, one JSON line for each question: {"question": id, "sentences":
[numbers]}.

Sentences count from 0; [] means no answer. A question without an id is named after its document and
its number there: "document/1"."""

from annotation.exchange.decoding import filled_lines
from annotation.exchange.evidence.form import BadEvidence, Evidence, Troubles
from annotation.exchange.evidence.jsonl import read_object

NAMES = ("question", "sentences")
FIRST = 5


def read_predictions(text: str, evidence: Evidence) -> dict[str, frozenset[int]]:
    """Return the sentences predicted for each question. Every question needs one line; raise
    BadEvidence if anything is wrong."""
    lengths = {
        question.id: len(evidence.documents[question.document].sentences)
        for question in evidence.questions
    }
    troubles = Troubles()
    rows: dict[str, int] = {}
    found: dict[str, frozenset[int]] = {}
    for row, line in filled_lines(text):
        try:
            value = read_object(row, line)
        except BadEvidence as bad:
            troubles.errors.extend(bad.errors)
            continue
        if wrong := trouble_with(value, lengths, rows):
            troubles.add(row, *wrong)
            continue
        rows[value["question"]] = row
        found[value["question"]] = frozenset(value["sentences"])
    missing = [name for name in lengths if name not in found]
    if missing and not troubles.errors:
        names = ", ".join(missing[:FIRST]) + (", …" if len(missing) > FIRST else "")
        message = f"{len(missing):,} of {len(lengths):,} questions have no prediction: {names}. "
        troubles.add(0, "", f'{message}Add a line for each; "sentences": [] says no answer.')
    troubles.stop_if_any()
    return found


def trouble_with(
    value: dict[str, object], lengths: dict[str, int], rows: dict[str, int]
) -> tuple[str, str] | None:
    """Return the field and what is wrong with it; None if all is sound. `rows` holds the questions
    of earlier lines."""
    for name in NAMES:
        if name not in value:
            return name, f'"{name}" is missing. A line is {{"question": id, "sentences": [0, 3]}}.'
    question, sentences = value["question"], value["sentences"]
    if not isinstance(question, str) or question not in lengths:
        return "question", f"There is no question {str(question)[:100]!r}. Correct its id."
    if question in rows:
        return "question", f"Line {rows[question]} answers {question!r} already. Keep one line."
    if not isinstance(sentences, list) or any(type(one) is not int for one in sentences):
        return "sentences", "A list of sentence numbers, from 0, is expected: [] for no answer."
    if beyond := [one for one in sentences if not 0 <= one < lengths[question]]:
        last = lengths[question] - 1
        message = f"There is no sentence {beyond[0]}: the document has sentences 0 to {last}."
        return "sentences", message
    return None
