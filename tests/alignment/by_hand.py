"""Options and documents of small alignments, and figures of groups computed by hand."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from midpath.alignment.fitting import AlignmentSpec
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.words import WordOptions
from midpath.alignment.places import Named
from midpath.corpus.alignment import METHODS
from midpath.corpus.bags import Terms
from midpath.options.base import declared_in

WORDS = ("wine", "cars", "roses", "trains", "letters")
PLAIN = Terms(least_documents=2, fewest_words=4)


def alignment_spec(**other: Any) -> AlignmentSpec:
    usual: dict[str, Any] = {
        "level": "sections",
        "method": "vanilla",
        "groups": 3,
        "runs": 2,
        "seed": 1,
        "terms": PLAIN,
    }
    given = usual | other
    terms = vars(given.pop("terms"))
    words = WordOptions(**{one.name: terms[one.name] for one in declared_in(WordOptions)})
    methods = given.pop("methods", tuple(METHODS))
    return AlignmentSpec(AlignmentOptions(words=words, **given), methods)


def made_up(seed: int, documents: int = 7) -> list[Named]:
    """Return sections of one topic each, some empty or too short to be used, with votes for the
    topic."""
    luck = Random(seed)
    found: list[Named] = []
    for number in range(documents):
        sections = []
        for _ in range(luck.randint(0, 6)):
            topic = luck.choice(WORDS)
            length = luck.choice((0, 2, 8, 12))
            words = [luck.choice((topic, f"{topic} {topic}s", "and")) for _ in range(length)]
            paragraphs = [" ".join(words)] if words else []
            votes = {"votes": {topic: luck.randint(0, 3), luck.choice(WORDS): 1}}
            sections.append({"title": "", "paragraphs": paragraphs, "columns": votes})
        found.append((10 * number, f"document {number}", {"category": "", "sections": sections}))
    return found


def shares_of(
    group_of: Mapping[tuple[int, ...], int],
    pairs: Mapping[tuple[tuple[int, ...], tuple[int, ...]], bool],
) -> dict[str, float | None]:
    """Return precision, recall, F and agreement, one pair at a time."""
    said = [(group_of[left] == group_of[right], yes) for (left, right), yes in pairs.items()]
    both, same = said.count((True, True)), sum(one for one, _ in said)
    yes, agreed = sum(one for _, one in said), sum(one == other for one, other in said)
    return {
        "precision": both / same if same else None,
        "recall": both / yes if yes else None,
        "f": 2 * both / (same + yes) if same + yes else None,
        "agreement": agreed / len(said) if said else None,
    }


def pairs_of_sets(
    sets: Sequence[Sequence[tuple[int, ...]]],
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], bool]:
    """Return all pairs of segments in any set, and whether they share one."""
    segments = sorted({place for one in sets for place in one})
    return {
        (left, right): any(left in one and right in one for one in sets)
        for left, right in combinations(segments, 2)
    }
