"""The layout of a campaign's pages: tabs for its views, and its actions."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from annotation.addons import declared_by_addons
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.recorded import READERS
from annotation.research.common.access import may_open
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasGoldAnswers

Status = Campaign.Status
# The pages below each tab.
BENEATH = {
    "campaign": "breakdowns",
    "items": "item item_history filters rename_filter",
    "export": "methods snapshot",
    "workers": (
        "exclude_worker exclude_workers include_worker include_workers foreseen_figures "
        "worker_ids who_may_join"
    ),
    "signals": "worker_signals twins",
    "models": "model suggestions choose_suggestions",
    "questions": "question_thread",
    "judgments": "review_judgments review",
    "decisions": "decide desk_decision",
    "pay": "pay_terms pay_worker compensate payments payments_answer receipts",
}
TAB_OF = {page: tab for tab, pages in BENEATH.items() for page in pages.split()}


@dataclass(frozen=True)
class Tab:
    """A view of a campaign. `current` is the value of its aria-current."""

    key: str
    label: str
    address: str
    current: str = ""
    count: int | None = None


@dataclass(frozen=True)
class Action:
    """An action on a campaign; its page asks for confirmation first."""

    key: str
    label: str
    address: str


@dataclass(frozen=True)
class CampaignShell:
    campaign: Campaign
    page: str
    worker_link: str
    request: HttpRequest

    @property
    def is_first(self) -> bool:
        """Return whether this is the campaign's first page, whose heading is its name."""
        return self.page == "campaign"

    @property
    def is_served(self) -> bool:
        return self.campaign.status != Status.DRAFT

    def tabs(self) -> Iterator[Tab]:
        return (tab for tab in self._all_tabs() if may_open(self.request, tab.address))

    def _all_tabs(self) -> Iterator[Tab]:
        campaign, noun = self.campaign, scheme_of(self.campaign).noun
        if not self.is_served:
            yield self._tab("campaign", "Terms")
            if not campaign.archived_at:
                yield self._tab("edit_campaign", "Edit")
            if campaign.scheme in READERS:
                yield self._tab("suggestions", "Suggestions")
            return
        yield self._tab("campaign", "Dashboard")
        yield self._tab("items", f"{noun.capitalize()}s", key="texts")
        yield self._tab("judgments", "Judgments")
        yield self._tab("decisions", "Decisions")
        yield self._tab("workers", "Workers", count=campaign.worker_count)
        yield self._tab("signals", "Quality")
        if campaign.scheme in READERS:
            yield self._tab("models", "Models")
        yield self._tab("questions", "Messages", count=getattr(campaign, "questions_waiting", 0))
        if campaign.reward or getattr(campaign, "pays_extra", False):
            yield self._tab("pay", "Pay")
        yield self._tab("planner", "Planner")
        for link in view_of(campaign).links(campaign):
            yield Tab(link.key, link.label, link.address, self._current(link.key))
        yield self._tab("export", "Export")

    def primary(self) -> Action | None:
        """Return the most likely next action, if the reader may do it; "invite" shows the workers'
        link in place."""
        action = self._next()
        if action.key == "invite":
            return action if self.invites else None
        return action if may_open(self.request, action.address) else None

    @property
    def invites(self) -> bool:
        return self.is_served and Capability.RUN_CAMPAIGNS in self._can

    def _next(self) -> Action:
        campaign = self.campaign
        if campaign.archived_at and self.is_served:
            return self._action("export", "Export", key="primary-export")
        if campaign.archived_at:
            return self._action("duplicate_campaign", "Duplicate …", key="primary-duplicate")
        if campaign.status == Status.DRAFT:
            return self._move("launch", "Launch")
        if campaign.status == Status.PAUSED:
            return self._move("resume", "Resume")
        if campaign.status == Status.CLOSED or self._is_done():
            return self._action("export", "Export", key="primary-export")
        return Action("invite", "Invite workers", "#invite")

    def others(self) -> Iterator[Action]:
        return (one for one in self._all_others() if may_open(self.request, one.address))

    def _all_others(self) -> Iterator[Action]:
        status, archived = self.campaign.status, self.campaign.archived_at
        if self.is_served and not archived:
            if status == Status.LIVE:
                yield self._move("pause", "Pause …")
            if status in {Status.LIVE, Status.PAUSED}:
                yield self._move("close", "Close …")
            if status == Status.CLOSED:
                yield self._move("resume", "Reopen …")
            yield self._action("extend_campaign", "Request more judgments", key="extend")
            yield self._action("limits", "Limits for workers", key="limits")
            yield self._action("consent", "Consent of workers", key="consent")
            yield self._action("people", "Recruitment and return", key="people")
        if isinstance(scheme_of(self.campaign), HasGoldAnswers):
            yield self._action("known_answers", "Gold answers", key="known_answers")
        yield self._action("preview", "Preview as a worker", key="preview")
        if not archived:
            yield self._action("dry_run", "Try as a participant", key="dry_run")
        yield self._action("duplicate_campaign", "Duplicate …", key="duplicate")
        if not archived:
            yield self._action("rename_campaign", "Rename", key="rename")
        if status != Status.LIVE and not archived:
            yield self._action("archive_campaign", "Archive …", key="archive")
        if status != Status.LIVE and (not self.is_served or Capability.DELETE in self._can):
            yield self._action("delete_campaign", "Delete …", key="delete")

    @property
    def _can(self) -> frozenset[Capability]:
        return getattr(self.request, "can", frozenset())

    def _is_done(self) -> bool:
        """Return whether all judgments that can ever be requested are done."""
        campaign = self.campaign
        return 0 < campaign.most_planned <= campaign.agreement.judgments

    def _tab(self, name: str, label: str, *, key: str = "", count: int | None = None) -> Tab:
        address = reverse(f"research:{name}", args=(self.campaign.pk,))
        return Tab(key or name, label, address, self._current(name), count)

    def _current(self, name: str) -> str:
        if name == self.page:
            return "page"
        beneath = {**TAB_OF, **declared_by_addons(lambda config: config.campaign_tabs)}
        return "true" if beneath.get(self.page) == name else ""

    def _move(self, move: str, label: str) -> Action:
        address = reverse("research:move_campaign", args=(self.campaign.pk, move))
        return Action(move, label, address)

    def _action(self, name: str, label: str, *, key: str) -> Action:
        return Action(key, label, reverse(f"research:{name}", args=(self.campaign.pk,)))


def campaign_shell(request: HttpRequest | None, campaign: object) -> CampaignShell | None:
    """Return the layout of a campaign's page; None for other pages."""
    if request is None or not isinstance(campaign, Campaign) or campaign.pk is None:
        return None
    match = request.resolver_match
    link = request.build_absolute_uri(reverse("worker:join", args=(campaign.code,)))
    return CampaignShell(campaign, (match.url_name or "") if match else "", link, request)
