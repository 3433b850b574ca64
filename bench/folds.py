"""The cost of folding one more judgment into a campaign with a thousand or a hundred thousand
judgments."""

import time
from statistics import median
from uuid import uuid4

from annotation.models import Campaign
from annotation.services.work.claim import claim_hit
from annotation.services.work.submit import submit_judgment
from bench.loop import ANSWER
from bench.site.studies import REDUNDANCY, enrol, judge, make_campaign, tidy_up
from tasks import fold

SIZES = (1_000, 100_000)
ROUNDS = 60


def main() -> None:
    fold.REST_SECONDS = 0.0
    campaigns = {size: campaign_with(size) for size in SIZES}
    tidy_up()
    walls: dict[int, list[float]] = {size: [] for size in SIZES}
    cpus: dict[int, list[float]] = {size: [] for size in SIZES}
    for turn in range(ROUNDS):
        for size, campaign in campaigns.items():
            submit_one(campaign, f"late worker {turn}")
            cpu, wall = time.process_time(), time.perf_counter()
            taken = fold.fold_once(campaign.pk)
            walls[size].append((time.perf_counter() - wall) * 1000)
            cpus[size].append((time.process_time() - cpu) * 1000)
            assert taken == 1
    show(walls, cpus)


def campaign_with(judgments: int) -> Campaign:
    """Return a campaign with nine of ten slots judged and folded, the last still open."""
    hits = judgments // (REDUNDANCY - 1)
    campaign = make_campaign(hits)
    for number in range(1, REDUNDANCY):
        judge(enrol(campaign, f"worker {number}", done=hits))
    fold.fold_all(campaign.pk)
    return campaign


def submit_one(campaign: Campaign, name: str) -> None:
    enrolment = enrol(campaign, name)
    assignment = claim_hit(enrolment_id=enrolment.pk)
    submit_judgment(
        enrolment=enrolment, assignment_id=assignment.pk, submission_id=uuid4(), payload=ANSWER
    )


def show(walls: dict[int, list[float]], cpus: dict[int, list[float]]) -> None:
    print(f"{'folding one judgment':32}{'CPU ms':>9}{'wall ms':>9}")
    for size in SIZES:
        title = f"{size:,} judgments in the campaign"
        print(f"{title:32}{median(cpus[size]):9.2f}{median(walls[size]):9.2f}")
    small, large = SIZES
    ratio = median(b / a for a, b in zip(walls[small], walls[large], strict=True))
    print(f"at {large:,} it costs {ratio:.2f} × what it costs at {small:,}")
