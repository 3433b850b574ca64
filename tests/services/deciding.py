"""A judged campaign with two adjudicators."""

from typing import Any

from annotation.models import HIT, AgreementState, Decision, ItemSummary, Judgment, User
from annotation.services.accounts.members import add_member
from annotation.services.decisions.decide import decide, set_adjudicators
from tasks.fold import fold_all
from tests.helpers.factories import (
    judge_all_at_random,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)

CUT, WHOLE = [1, 0, 0, 0], [0, 0, 0, 0]


class House:
    """A flat campaign that three workers judged at random, with two adjudicators."""

    def __init__(self, texts: int = 4, **terms: Any) -> None:
        self.ada, self.bob = make_user(), make_user()
        project = make_project(self.ada)
        add_member(project=project, by=self.ada, username=self.bob.username)
        dataset = make_dataset(texts, project)
        self.campaign = make_campaign(dataset, **{"redundancy": 3, **terms})
        judge_all_at_random(self.campaign, workers=3, seed=7)
        fold_all(self.campaign.pk)

    def hit(self, position: int = 1) -> HIT:
        rows = HIT.objects.select_related("campaign", "item")
        return rows.get(campaign=self.campaign, item__position=position)

    def two(self) -> None:
        self.campaign = set_adjudicators(campaign=self.campaign, user=self.ada, number=2)

    def decides(self, user: User, boundaries: list[int], position: int = 1) -> Decision:
        return decide(hit=self.hit(position), payload={"boundaries": boundaries}, user=user)

    def figures(self) -> tuple[Any, ...]:
        fold_all(self.campaign.pk)
        state = AgreementState.objects.get(campaign=self.campaign)
        summaries = ItemSummary.objects.filter(campaign=self.campaign).order_by("pk")
        judged = Judgment.objects.filter(campaign=self.campaign).order_by("pk")
        return (
            state.version,
            state.figures,
            state.state,
            list(summaries.values("pk", "summary", "disagreement")),
            list(judged.values("pk", "payload", "vector", "counts", "folded", "review")),
        )
