"""Golds for evaluating groups of segments: sets of segments that belong together, or judged pairs
(ACL 2014 §4; COLING 2014 §4).

Segments are identified by their positions, so that a gold is valid for every model and choice of
terms.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from agreement.votes.consensus import as_yes_no, majority
from agreement.votes.workers import agreement
from midpath.alignment.places import Named, Place, Places, plain
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.segments import Level
from midpath.json_types import JsonMapping
from midpath.scoring.pairs import JudgedPair

VOTES = "votes"
Kind = Literal["answer-sets", "pairs"]


class Verdict(NamedTuple):
    """A pair with a majority.

    `item` is its number in its dataset, None if a file judged it; `similarity` is in millionths.
    """

    left: Place
    right: Place
    yes: bool
    yes_votes: int
    votes: int
    item: int | None
    similarity: int | None


@dataclass(frozen=True)
class Gold:
    """A gold of answer-sets (`sets`) or of pairs (`verdicts`).

    `key` is its address, `title` its display name.

    `left_out` counts what takes no part: "unjudged" (pairs that await judgments), "ties"
    (pairs without a majority), "elsewhere" (pairs or sentences that are not in these documents),
    "unreadable" (sections whose votes are malformed). `version` is that of the campaign's figures.
    `quartiles` are those of the agreement with the majority, own vote included, of the `workers`
    who judged ten pairs or more; if there are none, `why` says so.
    """

    key: str
    title: str
    kind: Kind
    sets: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    verdicts: Sequence[Verdict] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    version: int | None = None
    quartiles: tuple[Fraction, ...] = ()
    workers: int = 0
    why: str = ""


@dataclass
class Golds:
    """The golds of documents; `notes` say which candidates are unsuitable."""

    golds: list[Gold] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, gold: Gold) -> None:
        if gold.sets or gold.verdicts:
            self.golds.append(gold)
        else:
            self.notes.append(f"{gold.title}: it has nothing to compare yet.")

    def add_votes(
        self,
        documents: Iterable[Named],
        level: Level,
        least: int = 1,
        without: Collection[str] = (),
    ) -> None:
        """Add the gold of the votes in sections, if there are any."""
        gold = gold_of_votes(documents, least, without)
        if gold and level == "sections":
            self.add(gold)
        elif gold:
            self.notes.append("The votes are on sections and do not apply to paragraphs.")


class BadGold(Exception):
    """An error in a gold for these documents; the message says why and what to do."""


def gold_of_votes(
    documents: Iterable[Named], least: int = 1, without: Collection[str] = ()
) -> Gold | None:
    """Return the gold whose sets are sections whose experts share a category.

    A category needs `least` votes in a section, by default one: the union of ACL 2014 §4.1. None if
    no section has `votes`.
    """
    given = dict(_given_votes(documents))
    sound = {place: votes for place, one in given.items() if (votes := _votes(one)) is not None}
    known = sorted({category for votes in sound.values() for category in votes})
    if unknown := sorted(set(without) - set(known)):
        raise BadGold(
            f"No section has votes for {unknown[0]!r}. Known: {', '.join(known) or 'none'}."
        )
    if not given:
        return None
    found: defaultdict[str, list[Place]] = defaultdict(list)
    for place, votes in sound.items():
        for category, times in votes.items():
            if times >= least:
                found[category].append(place)
    said = f"at least {least:,} vote{'s' * (least > 1)}"
    said += f", without {', '.join(sorted(without))}" if without else ""
    return Gold(
        key=VOTES,
        title=f"Sections that share a category ({said})",
        kind="answer-sets",
        sets={category: found[category] for category in known if category not in without},
        left_out={"unreadable": len(given) - len(sound)},
    )


def _given_votes(documents: Iterable[Named]) -> Iterator[tuple[Place, object]]:
    for number, _, content in documents:
        for place, section in enumerate(content["sections"]):
            votes = section.get("columns", {}).get(VOTES)
            if votes is not None:
                yield (number, place), votes


def _votes(given: object) -> dict[str, int] | None:
    """Return {category: number of experts}; None if the value has another form."""
    if not isinstance(given, dict):
        return None
    sound = all(type(times) is int and times >= 0 for times in given.values())
    return dict(given) if sound else None


class Judged(NamedTuple):
    """A judged pair: its votes, its texts, and its item in the dataset."""

    pair: JudgedPair
    content: JsonMapping
    item: int | None = None


def gold_of_pairs(
    key: str,
    title: str,
    judged: Mapping[str, Judged],
    yes: Collection[str],
    places: Places,
    version: int | None = None,
    unjudged: int = 0,
) -> Gold:
    """Return the gold of the majority between yes and no of each pair.

    Pairs without a majority are left out and counted, and so are the `unjudged` ones.
    """
    verdicts: list[Verdict] = []
    left_out = Counter(unjudged=unjudged, ties=0, elsewhere=0)
    labels: list[tuple[str, str, str]] = []
    for name, one in judged.items():
        votes = as_yes_no(one.pair.answers, yes)
        voted = zip(one.pair.votes, votes, strict=True)
        labels += [(name, vote.worker, label) for vote, label in voted]
        found = _verdict(one, votes, places)
        if isinstance(found, Verdict):
            verdicts.append(found)
        else:
            left_out[found] += 1
    workers = agreement(labels)
    return Gold(
        key=key,
        title=title,
        kind="pairs",
        verdicts=verdicts,
        left_out=dict(left_out),
        version=version,
        quartiles=workers.quartiles,
        workers=len(workers.records),
        why=workers.reason or ("" if workers.quartiles else "No pair has a majority."),
    )


def _verdict(
    one: Judged, votes: Sequence[str], places: Places
) -> Verdict | Literal["elsewhere", "ties"]:
    """Return the verdict of a pair, or the reason why there is none."""
    left, right = (_side(one.content[side], places) for side in ("left", "right"))
    won = majority(votes)
    if left is None or right is None:
        return "elsewhere"
    if won.winner is None:
        return "ties"
    return Verdict(
        left=left,
        right=right,
        yes=won.winner == "yes",
        yes_votes=votes.count("yes"),
        votes=len(votes),
        item=one.item,
        similarity=one.pair.similarity,
    )


def _side(side: Mapping[str, str], places: Places) -> Place | None:
    return places.find(side.get("document", ""), side["text"], side.get("title", ""))


def gold_of_evidence(
    key: str, title: str, evidence: Evidence, places: Places, version: int | None = None
) -> Gold:
    """Return the gold of evidence: a set for each question, over all its documents.
    A set contains all segments with a sentence marked by anyone (ACL 2014 §4.1).
    """
    sentence_places = {
        name: places.of_sentences(name, one.sentences) for name, one in evidence.documents.items()
    }
    sets: defaultdict[str, dict[Place, None]] = defaultdict(dict)
    elsewhere = 0
    for question in evidence.questions:
        marked = {n for answer in question.answers.values() for n in answer.sentences}
        for place in (sentence_places[question.document][n] for n in sorted(marked)):
            if place is None:
                elsewhere += 1
            else:
                sets[plain(question.text)][place] = None
    return Gold(
        key=key,
        title=title,
        kind="answer-sets",
        sets={text: sorted(found) for text, found in sorted(sets.items())},
        left_out={"elsewhere": elsewhere},
        version=version,
    )
