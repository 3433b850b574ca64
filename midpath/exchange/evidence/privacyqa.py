"""Read and write PrivacyQA's table: one row for each question and sentence, a column for each
annotator.

Columns: Folder, DocID, QueryID, SentID, Split, Query, Segment, Any_Relevant, and one for each
annotator, or Label if there is only one annotator. Cells are Relevant, Irrelevant, or None if the
annotator did not answer the question. All questions on a document repeat its sentences in the same
order. DocID, QueryID, Query and Segment are required. Folder and Split are stored. Any_Relevant
follows from the answers.

The published tables are separated by tabs, and so are ours, with unchanged cells. In a table
separated by commas (or semicolons, if a spreadsheet wrote it), cells that look like formulas get an
apostrophe in front, which the reader removes."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from midpath.exchange.decoding import lines_of
from midpath.exchange.evidence.collector import Gathered
from midpath.exchange.evidence.common_form import (
    Answer,
    Document,
    Evidence,
    Question,
    Seen,
    Source,
    unseen,
)
from midpath.exchange.spreadsheets import as_meant, csv_lines, harmless
from midpath.exchange.tables import problem_with_width, records_of

NEEDED = ("DocID", "QueryID", "Query", "Segment")
KNOWN = ("Folder", "DocID", "QueryID", "SentID", "Split", "Query", "Segment", "Any_Relevant")
DIVIDERS = {"\t": "a tab", ",": "a comma", ";": "a semicolon"}
CELLS = {"relevant": True, "irrelevant": False, "none": None, "": None}


@dataclass
class _OpenQuestion:
    """A question whose rows are being read."""

    row: int
    document: str
    text: str
    extra: dict[str, str]
    segments: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    cells: dict[str, list[bool | None]] = field(default_factory=dict)


def read_privacyqa(text: str, seen: Seen = unseen) -> Evidence:
    """Return the evidence in a table; raise BadEvidence if there are errors."""
    gathered = Gathered()
    delimiter = max(DIVIDERS, key=lines_of(text[:10_000])[0].count)
    records = records_of(text, delimiter, gathered.add)
    meant: Callable[[str], str] = str if delimiter == "\t" else as_meant
    names = [meant(name.strip()) for name in next(records, (0, []))[1]]
    if trouble := problem_with_width(len(names)):
        gathered.add(1, "", trouble)
    elif missing := [name for name in NEEDED if name not in names]:
        gathered.add(1, missing[0], f"There is no column {missing[0]}. {_found(names)}")
    elif twice := [name for name, times in Counter(names).items() if times > 1]:
        gathered.add(1, twice[0], "Two columns have this name. Give each a unique name.")
    gathered.stop_if_any()
    folders: dict[str, str] = {}
    questions: dict[str, _OpenQuestion] = {}
    lines = text.count("\n") + 1
    for row, cells in records:
        seen("lines", row, lines)
        if len(cells) != len(names):
            message = f"{len(names)} cells expected, {len(cells)} found."
            advice = f"Put cells that contain {DIVIDERS[delimiter]} in quotation marks."
            gathered.add(row, "", f"{message} {advice}")
        else:
            found = dict(zip(names, map(meant, cells), strict=True))
            _read_row(gathered, row, found, questions, folders)
    seen("lines", lines, lines)
    _put_together(gathered, questions, folders)
    return gathered.evidence()


def write_privacyqa(source: Source) -> Iterator[bytes]:
    """Yield a table in the published form, separated by tabs, row by row. Each annotator has a
    column with their name."""
    return csv_lines(_table(source), "\t")


def write_privacyqa_csv(source: Source) -> Iterator[bytes]:
    """Yield a table separated by commas, in which no cell looks like a formula to a spreadsheet."""
    return csv_lines(map(harmless, cells) for cells in _table(source))


def _table(source: Source) -> Iterator[list[str]]:
    annotators = source.annotators
    yield [*KNOWN, *annotators]
    for document, question in source.in_order():
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
                *(_cell(number, marked.get(who)) for who in annotators),
            ]


def lost_in_privacyqa(evidence: Evidence) -> Mapping[str, int]:
    """Return what the format cannot store, with counts."""
    answers = [one for question in evidence.questions for one in question.answers.values()]
    documents = evidence.documents.values()
    with_questions = {question.document for question in evidence.questions}
    stored = {"Folder"}, {"Split"}
    return {
        "character spans": sum(bool(one.spans) for one in answers),
        "meta-annotations": sum(bool(one.meta) for one in answers),
        "categories of questions": sum(bool(one.category) for one in evidence.questions),
        "documents without a question": len(evidence.documents) - len(with_questions),
        "titles, sections and running texts": sum(
            bool(one.sections or one.title or one.text is not None) for one in documents
        ),
        "other fields": sum(bool(one.extra.keys() - stored[0]) for one in documents)
        + sum(bool(one.extra.keys() - stored[1]) for one in evidence.questions)
        + len(evidence.extra),
    }


def clashing_names(evidence: Evidence) -> list[str]:
    """Return the annotators whose names are column names of the format."""
    return [who for who in evidence.annotators if who in (*KNOWN, "Label")]


def _cell(number: int, marked: set[int] | None) -> str:
    if marked is None:
        return "None"
    return "Relevant" if number in marked else "Irrelevant"


def _read_row(
    gathered: Gathered,
    row: int,
    cells: dict[str, str],
    questions: dict[str, _OpenQuestion],
    folders: dict[str, str],
) -> None:
    folders.setdefault(cells["DocID"], cells.get("Folder", ""))
    extra = {"Split": cells["Split"]} if cells.get("Split") else {}
    own = questions.setdefault(
        cells["QueryID"], _OpenQuestion(row, cells["DocID"], cells["Query"], extra)
    )
    for name, first in (("DocID", own.document), ("Query", own.text)):
        if cells[name] != first:
            message = f"The question {cells['QueryID']!r} has a different {name} in row {own.row}."
            gathered.add(row, name, f"{message} Make them the same.")
            return
    if cells.get("SentID") and cells["SentID"] in own.ids:
        gathered.add(
            row, "SentID", f"Duplicate {cells['SentID']!r} in this question. Keep one row."
        )
        return
    own.ids.add(cells.get("SentID", ""))
    own.segments.append(cells["Segment"])
    for name in _annotators(cells):
        value = cells[name].strip().casefold()
        if value not in CELLS:
            found = f"{cells[name][:40]!r} is not Relevant, Irrelevant or None."
            gathered.add(row, name, f"{found} Correct the cell.")
        own.cells.setdefault(name, []).append(CELLS.get(value))


def _annotators(cells: Mapping[str, str]) -> list[str]:
    """Return the columns of annotators. Label is one only if there is no other; else it summarizes
    the others."""
    others = [name for name in cells if name not in KNOWN]
    return [name for name in others if name != "Label"] or others


def _put_together(
    gathered: Gathered, questions: Mapping[str, _OpenQuestion], folders: Mapping[str, str]
) -> None:
    first: dict[str, _OpenQuestion] = {}
    for name, own in questions.items():
        same = first.setdefault(own.document, own)
        if same is own:
            folder = folders[own.document]
            extra = {"Folder": folder} if folder else {}
            gathered.add_document(own.row, Document(own.document, tuple(own.segments), extra=extra))
        elif own.segments != same.segments:
            gathered.add(own.row, "Segment", _other_sentences(name, own, same))
            continue
        answers = {}
        for who, cells in own.cells.items():
            given = [cell for cell in cells if cell is not None]
            if given and len(given) < len(cells):
                place = own.row + cells.index(None)
                message = "One question mixes None with Relevant or Irrelevant. "
                message += "Use None for all its sentences or for none."
                gathered.add(place, who, message)
            elif given:
                answers[who] = Answer(tuple(i for i, cell in enumerate(cells) if cell))
        gathered.add_question(
            own.row, Question(name, own.document, own.text, answers, "", own.extra)
        )


def _other_sentences(name: str, own: _OpenQuestion, same: _OpenQuestion) -> str:
    pairs: Sequence[tuple[str, str]] = list(zip(own.segments, same.segments, strict=False))
    unlike = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    return (
        f"The question {name!r} has different sentences from the first question on "
        f"{own.document!r} (row {same.row}): {len(own.segments)} and {len(same.segments)}, "
        f"differing from number {unlike + 1} on. List all sentences for every question, in the "
        "same order."
    )


def _found(names: Sequence[str]) -> str:
    listed = ", ".join(name or "(no name)" for name in names[:20])[:300]
    return f"The first row names the columns: {listed or '(nothing)'}."
