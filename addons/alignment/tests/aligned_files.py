"""Documents whose sections experts voted on, pairs of them that a crowd judged, and group figures
computed by hand."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from annotation.models import Campaign, Dataset
from annotation.services.work.claim import claim_hit
from midpath.alignment.aligning import AlignmentSpec
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.words import WordOptions
from midpath.corpus.alignment import METHODS
from midpath.corpus.bags import Terms
from tests.commands.running import run
from tests.helpers.documents import import_documents, policies
from tests.helpers.factories import enrol, submit
from tests.helpers.pairs import NO, YES, make_pair_campaign

PLAIN = Terms(least_documents=2, fewest_words=4)
PARTS = ("Collection", "Sharing", "Cookies", "Other")


def voted_policies(how_many: int = 6) -> list[dict[str, Any]]:
    """Give each section two votes for the topic of its first sentence, and one for the next
    topic."""
    documents = policies(how_many)
    for document in documents:
        for part, section in enumerate(document["sections"][:3]):
            section["votes"] = {PARTS[part]: 2, PARTS[(part + 1) % 4]: 1}
        document["sections"][3] = {"text": "Return to top", "votes": {"Other": 3}}
    return documents


def make_voted() -> Dataset:
    return import_documents(voted_policies())


def drawn_campaign(documents: Dataset, **terms: Any) -> Campaign:
    """Make a campaign on pairs of its sections, as draw_pairs samples them."""
    run("draw_pairs", str(documents.pk), "--name", "Pairs", "--per-stratum", "4")
    return make_pair_campaign(Dataset.objects.get(name="Pairs"), redundancy=3, **terms)


def judge_by(campaign: Campaign, workers: Sequence[Callable[[Mapping[str, Any]], bool]]) -> None:
    """Let each worker judge every pair by their own rule on its content."""
    for says_yes in workers:
        enrolment = enrol(campaign)
        for _ in range(campaign.hit_count):
            assignment = claim_hit(enrolment_id=enrolment.pk)
            index = YES if says_yes(assignment.hit.item.content) else NO
            submit(enrolment, assignment, {"answer": index})


def same_title(content: Mapping[str, Any]) -> bool:
    return bool(content["left"]["title"] == content["right"]["title"])


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
    words = WordOptions(**vars(given.pop("terms")))
    methods = given.pop("methods", tuple(METHODS))
    return AlignmentSpec(AlignmentOptions(words=words, **given), methods)


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
