"""Golds in files: judged pairs, a campaign's answer-sets, and evidence."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath

from midpath.alignment.golds import BadGold, Gold, Judged, gold_of_evidence, gold_of_pairs
from midpath.alignment.places import Place, Places, plain
from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.evidence_files import read_evidence
from midpath.exchange.files import read_file
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.exchange.readers import read_upload
from midpath.exchange.rows import PAIRS, RowError
from midpath.scoring.pairs import pairs_of, yes_of
from midpath.text.strict_json import UnreadableJSON, read_json

# The format of a campaign's answer-sets.
FORMAT = "midpath answer-sets 1"
OF_PAIRS, OF_ANSWERS = "pairs-file", "answers-file"
NOWHERE: Mapping[str, object] = {"left": {"text": ""}, "right": {"text": ""}}


def judged_pairs_in(path: Path, texts: Path | None, places: Places) -> Gold:
    """Return the gold of judged pairs, by the majority of each.

    `texts` is the file of the drawn pairs; it is not needed if the judgments name texts and
    documents themselves.
    """
    judged = read_judged_pairs(path.name, bytes_of(path))
    _require(path, judged.errors, judged.error_count)
    contents = _contents(path, texts)
    pairs = {
        name: Judged(pair, contents.get(name, NOWHERE)) for name, pair in pairs_of(judged).items()
    }
    gold = gold_of_pairs(OF_PAIRS, path.name, pairs, yes_of(judged), places)
    if not gold.verdicts:
        raise BadGold(f"{path}: {_why_none(gold, judged)}")
    return gold


def _contents(path: Path, texts: Path | None) -> dict[str, Mapping[str, object]]:
    source = path if texts is None else texts
    parsed = read_upload(source.name, bytes_of(source))
    named = [item for item in parsed.items if parsed.kind == PAIRS]
    known = any(item.content[side].get("document") for item in named for side in ("left", "right"))
    if texts is None and (parsed.errors or not known):
        raise BadGold(
            f"{path} does not say which texts were judged. Give the file of the pairs as well, as "
            "midpath draw_pairs writes it, with --texts."
        )
    _require(source, parsed.errors, parsed.error_count)
    if not known:
        raise BadGold(
            f"{source} does not say which documents the texts are from. It needs the columns "
            "left_document and right_document, as midpath draw_pairs writes them."
        )
    return {item.text: item.content for item in named}


def _why_none(gold: Gold, judged: JudgedPairs) -> str:
    ties, elsewhere = gold.left_out["ties"], gold.left_out["elsewhere"]
    return (
        f"of {len(judged.pairs):,} judged pairs, {elsewhere:,} have texts that are not segments "
        f"of these documents, and {ties:,} have no majority; none is left."
    )


def answer_sets_in(path: Path, places: Places) -> Gold:
    """Return the gold of a campaign's answer-sets, or of evidence in any of its forms."""
    body = bytes_of(path)
    exported = _exported(path, body)
    if exported is not None:
        return _gold_of_export(path, exported, places)
    try:
        evidence = read_evidence(path.name, body)
    except BadEvidence as bad:
        raise BadGold(_faults(path, bad.errors, len(bad.errors))) from bad
    gold = gold_of_evidence(OF_ANSWERS, path.name, evidence, places)
    if not gold.sets:
        raise BadGold(f"{path}: no marked sentence is in these documents.")
    return gold


def _exported(path: Path, body: bytes) -> list[object] | None:
    """Return the questions of a campaign's answer-sets; None if the file is not one of these."""
    if PurePath(path).suffix.lower() != ".json":
        return None
    try:
        value = read_json(body)
    except UnreadableJSON as error:
        raise BadGold(f"{path}: {error}") from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return None
    questions = value.get("questions")
    if not isinstance(questions, list):
        raise BadGold(f"{path}: questions must be a list.")
    return questions


def _gold_of_export(path: Path, questions: Sequence[object], places: Places) -> Gold:
    if places.level != "sections":
        raise BadGold(f"{path} contains answer-sets of sections: align sections, not paragraphs.")
    sets: dict[str, dict[Place, None]] = {}
    elsewhere = 0
    for number, question in enumerate(questions, 1):
        where = f"{path}, question {number}"
        text, document, sections = _parts(question, where)
        found = sets.setdefault(plain(text), {})
        for section in sections:
            if document in places:
                found[_place(section, places, document, where)] = None
            else:
                elsewhere += 1
    matched = {text: sorted(found) for text, found in sorted(sets.items()) if found}
    if not matched:
        raise BadGold(f"{path}: none of its sections is one of these documents.")
    return Gold(OF_ANSWERS, path.name, "answer-sets", matched, left_out={"elsewhere": elsewhere})


def _parts(question: object, where: str) -> tuple[str, str, list[object]]:
    found = question if isinstance(question, dict) else {}
    text, document, sections = (found.get(name) for name in ("text", "document", "sections"))
    if not (isinstance(text, str) and isinstance(document, str) and isinstance(sections, list)):
        raise BadGold(f"{where}: it must be an object with a text, a document and sections.")
    return text, document, sections


def _place(section: object, places: Places, document: str, where: str) -> Place:
    """Return the position of a section by its number; the titles must match."""
    found = section if isinstance(section, dict) else {}
    number, title, known = found.get("section"), found.get("title", ""), places.segments(document)
    if type(number) is not int or not 0 <= number < len(known):
        raise BadGold(
            f"{where}: section {number!r} is none of the {len(known):,} of {document}. Give the "
            "documents that the questions are about."
        )
    place, segment = known[number]
    if segment.title != title:
        raise BadGold(
            f"{where}: section {number} of {document} is called {title!r} there and "
            f"{segment.title!r} here. Give the documents that the questions are about."
        )
    return place


def bytes_of(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        raise BadGold(f"{path} cannot be read: {error.strerror}.") from error


def _require(path: Path, errors: Sequence[RowError], count: int) -> None:
    if errors:
        raise BadGold(_faults(path, errors, count))


def _faults(path: Path, errors: Sequence[RowError], count: int) -> str:
    first = errors[0]
    row = f"row {first.row}" if first.row else ""
    place = ", ".join(filter(None, (str(path), row, first.column)))
    more = f" The file has {count:,} errors." if count > 1 else ""
    return f"{place}: {first.message}{more}"
