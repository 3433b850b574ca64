"""Documents whose sections experts voted on, and pairs of them that a crowd judged."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotation.models import Campaign, Dataset
from annotation.services.work.claim import claim_hit
from tests.commands.running import run
from tests.helpers.documents import import_documents, policies
from tests.helpers.factories import enrol, submit
from tests.helpers.pairs import NO, YES, make_pair_campaign

FEW = ("--groups", "3", "--runs", "2", "--terms", "coling", "--least-documents", "2")
ONE = (*FEW, "--method", "vanilla")
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


def results_of(*command: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("align", *command, "--json"))
    return found
