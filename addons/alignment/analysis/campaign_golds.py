"""The golds of documents: from files, or what a dataset has on the platform, votes in its sections
and campaigns."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path, PurePath

from addons.alignment.analysis.golds import (
    BadGold,
    Gold,
    Golds,
    Judged,
    gold_of_evidence,
    gold_of_pairs,
)
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.pair_material import PairMaterial
from analysis.reading.places import Named, Place, Places, documents_in, plain
from analysis.reading.snapshot import snapshot
from analysis.text.answer_sets import FORMAT
from annotation.models import AgreementState, Campaign, Dataset
from midpath.exchange.evidence.common_form import BadEvidence, Evidence
from midpath.exchange.evidence.evidence_files import read_evidence
from midpath.exchange.files import read_file
from midpath.exchange.pairs.judged import JudgedPairs, read_judged_pairs
from midpath.exchange.readers import read_upload
from midpath.exchange.rows import PAIRS, RowError
from midpath.exchange.segments import Level
from midpath.scoring.pairs import pairs_of, yes_of
from midpath.text.strict_json import UnreadableJSON, read_json


def golds_of(
    dataset: Dataset, level: Level, *, least: int = 1, without: Collection[str] = ()
) -> Golds:
    """Return the golds of a dataset: votes first, then campaigns of pairs and of evidence, oldest
    first.

    All is read in one snapshot, from the judgments that count then.
    """
    with snapshot():
        documents = list(documents_in(dataset))
        places = Places(documents, level)
        found = Golds()
        found.add_votes(documents, level, least, without)
        for campaign in _campaigns_of_pairs(dataset):
            _add_pairs(found, campaign, places)
        for campaign in _campaigns_of_evidence(dataset, documents):
            _add_evidence(found, campaign, places)
    return found


def _campaigns_of_pairs(dataset: Dataset) -> Iterator[Campaign]:
    campaigns = Campaign.objects.launched().select_related("dataset")
    found = campaigns.filter(
        scheme="pair",
        dataset__project=dataset.project_id,
        dataset__details__drawn_from=dataset.pk,
    )
    return found.order_by("pk").iterator()


def _campaigns_of_evidence(dataset: Dataset, documents: list[Named]) -> Iterator[Campaign]:
    """Yield the project's campaigns whose documents have the names of these."""
    names = {name for _, name, _ in documents}
    campaigns = Campaign.objects.launched().select_related("dataset")
    for campaign in campaigns.filter(
        scheme="evidence", dataset__project=dataset.project_id
    ).order_by("pk"):
        source = Dataset.objects.get(pk=campaign.dataset.details["documents"])
        if source.pk == dataset.pk or names & set(source.items.values_list("text", flat=True)):
            yield campaign


def _add_pairs(found: Golds, campaign: Campaign, places: Places) -> None:
    level = campaign.dataset.details.get("level")
    if level != places.level:
        found.notes.append(f"{campaign.name}: its pairs are of {level}, not of {places.level}.")
        return
    material = PairMaterial(campaign)
    by_name = {item.name: (pk, item.content) for pk, item in material.items.items()}
    judged = {
        name: Judged(pair, by_name[name][1], by_name[name][0])
        for name, pair in material.counting().items()
    }
    gold = gold_of_pairs(
        f"pairs-{campaign.pk}",
        campaign.name,
        judged,
        material.yes,
        places,
        version=version_of(campaign),
        unjudged=len(material.items) - len(judged),
    )
    found.add(gold)


def _add_evidence(found: Golds, campaign: Campaign, places: Places) -> None:
    evidence: Evidence = EvidenceMaterial(campaign).counting()
    gold = gold_of_evidence(
        f"evidence-{campaign.pk}", campaign.name, evidence, places, version_of(campaign)
    )
    found.add(gold)


def version_of(campaign: Campaign) -> int | None:
    states = AgreementState.objects.filter(campaign=campaign)
    return states.values_list("version", flat=True).first()


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
            "manage.py draw_pairs writes it, with --texts."
        )
    _require(source, parsed.errors, parsed.error_count)
    if not known:
        raise BadGold(
            f"{source} does not say which documents the texts are from. It needs the columns "
            "left_document and right_document, as manage.py draw_pairs writes them."
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
    more = f" {count:,} faults in all." if count > 1 else ""
    return f"{place}: {first.message}{more}"
