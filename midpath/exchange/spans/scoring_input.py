"""Read files of spans for scoring: judgments, or the formats of other programs.

CoNLL is scored by words, the others by characters."""

from midpath.exchange.files import Seen, unseen
from midpath.exchange.judged.cells import short
from midpath.exchange.judged.reading_options import GUESS, ReadingOptions
from midpath.exchange.parquet import BadParquet, as_json_lines
from midpath.exchange.rows import Faults, RowError
from midpath.exchange.spans.formats import CONLL, form_of, read_marked
from midpath.exchange.spans.judged import (
    CHARACTERS,
    WORDS,
    JudgedRow,
    JudgedSpans,
    read_judged_spans,
)
from midpath.exchange.spans.marked_text import Marked, Spans, same_labels
from midpath.exchange.wanted import USUAL, Wanted
from midpath.text.characters import name_of
from midpath.text.look_alikes import remarks_on

# Columns that say nothing about a text.
BOOKKEEPING = {"id", "answer"}


def read_scored_spans(
    filename: str,
    body: bytes,
    seen: Seen = unseen,
    wanted: Wanted = USUAL,
    options: ReadingOptions = GUESS,
) -> JudgedSpans:
    """Return the judgments in a file of any format, each by an annotator about a text."""
    try:
        filename, body = as_json_lines(filename, body)
    except BadParquet as error:
        return JudgedSpans(errors=[RowError(0, "", str(error))], error_count=1)
    form = form_of(filename, body)
    if not form:
        return read_judged_spans(filename, body, seen, options)
    by_words = form == CONLL
    faults, found = Faults(), JudgedSpans(unit=WORDS if by_words else CHARACTERS)
    for marked in read_marked(form, filename, body, faults, wanted):
        item = name_of(marked.text)
        if item in found.lengths:
            faults.refuse(marked.row, "text", f"Duplicate text {short(item)}. Keep one.")
            continue
        words = marked.words if by_words else None
        found.lengths[item] = len(words or marked.text)
        for worker, spans in marked.answers.items():
            answer = _in_words(marked, spans) if words else spans
            found.rows.append(JudgedRow(marked.row, worker, item, same_labels(answer)))
        if marked.known is not None:
            found.gold[item] = same_labels(marked.known)
        for name in sorted(marked.columns.keys() - BOOKKEEPING - {*options.read_elsewhere}):
            faults.skip_field(marked.row, name)
    if not found.rows and not faults.error_count:
        faults.refuse(0, "", "The file contains no annotator’s spans.")
    found.errors, found.error_count = faults.errors, faults.error_count
    found.skipped, found.controls = faults.skipped, faults.controls
    found.notes = remarks_on(label for row in found.rows for _, _, label in row.spans)
    return found


def _in_words(marked: Marked, spans: Spans) -> Spans:
    """Convert spans of whole words, as in CoNLL, to words."""
    return tuple(
        (marked.text.count(" ", 0, begin), marked.text.count(" ", 0, end) + 1, label)
        for begin, end, label in spans
    )
