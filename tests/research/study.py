"""A study with two researchers, a stranger, and judged flat and nested campaigns."""

from dataclasses import dataclass

from annotation.models import HIT, Campaign, Dataset, Project, User
from annotation.services.accounts.members import add_member
from tasks.fold import fold_all
from tests.helpers.factories import (
    enrol,
    judge_next,
    make_campaign,
    make_dataset,
    make_project,
    make_user,
)

TEXTS = ("apply first aid course on line", "barbie dress up games", "red wine stain")


@dataclass
class Study:
    owner: User
    teammate: User
    stranger: User
    project: Project
    dataset: Dataset
    flat: Campaign
    nested: Campaign
    draft: Campaign

    @property
    def hit(self) -> HIT:
        return HIT.objects.filter(campaign=self.flat).order_by("item__position")[0]


def make_study() -> Study:
    owner, teammate, stranger = make_user("olga"), make_user("tara"), make_user("sam")
    project = make_project(owner)
    add_member(project=project, by=owner, username="tara")
    dataset = make_dataset(TEXTS, project)
    flat = make_campaign(dataset, name="Flat round", redundancy=4)
    nested = make_campaign(dataset, name="Nested round", scheme="nested", redundancy=4)
    draft = make_campaign(dataset, name="Later round", launch=False)
    for worker, cut in (("w1", 1), ("w2", 0)):
        judge_all(flat, worker, cut)
        judge_all(nested, worker)
    fold_all(flat.pk)
    fold_all(nested.pk)
    return Study(owner, teammate, stranger, project, dataset, flat, nested, draft)


def judge_all(campaign: Campaign, worker: str, cut: int | None = None) -> None:
    """Let one worker judge every text; `cut` is the value of each flat boundary."""
    enrolment = enrol(campaign, worker)
    lengths = {
        hit.pk: len(hit.item.words)
        for hit in HIT.objects.filter(campaign=campaign).select_related("item")
    }
    in_order = HIT.objects.filter(campaign=campaign).order_by("position")
    for pk in in_order.values_list("pk", flat=True):
        judge_next(enrolment, None if cut is None else {"boundaries": [cut] * (lengths[pk] - 1)})


def judge_and_fold(campaign: Campaign, worker: str, cut: int | None = None) -> None:
    judge_all(campaign, worker, cut)
    fold_all(campaign.pk)
