"""The layout of a campaign's pages: tabs with their pages, and its actions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from annotation.addons import declared_by_addons, installed_addons
from annotation.capabilities import Capability
from annotation.models import Campaign
from annotation.recorded import READERS
from annotation.research.common.access import may_open
from annotation.research.schemes.registry import view_of
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasGoldAnswers

Status = Campaign.Status
# The further pages that belong to each page of the tabs.
BENEATH = {
    "items": "item item_history filters rename_filter",
    "export": "methods snapshot",
    "workers": (
        "exclude_worker exclude_workers include_worker include_workers foreseen_figures worker_ids"
    ),
    "signals": "worker_signals twins",
    "models": "model suggestions choose_suggestions",
    "questions": "question_thread",
    "judgments": "review_judgments review",
    "decisions": "decide desk_decision",
    "pay": "pay_terms pay_worker compensate payments payments_answer receipts",
}
PAGE_OF = {page: shown for shown, pages in BENEATH.items() for page in pages.split()}


@dataclass(frozen=True)
class Tab:
    """A tab of a campaign with its pages, if it has several, or such a page.

    current : its aria-current
    count : how many it lists
    waiting : how many messages are unanswered, where they are listed
    rare : whether it is shown behind More, since the campaign does not use it yet
    """

    key: str
    label: str
    address: str
    current: str = ""
    count: int | None = None
    waiting: int | None = None
    rare: bool = False
    pages: Sequence["Tab"] = ()


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

    @cached_property
    def tabs(self) -> Sequence[Tab]:
        if not self.is_served:
            return self._open(self._of_draft())
        return [
            tab
            for tab in (
                self._with_pages("campaign", "Overview", [self._page("campaign", "Overview")]),
                self._with_pages("results", "Results", self._results()),
                self._with_pages("quality", "Quality", self._quality()),
                self._people(),
                self._with_pages("export", "Export", [self._page("export", "Export")]),
            )
            if tab
        ]

    @cached_property
    def pages(self) -> Sequence[Tab]:
        """Return the pages of the tab that the reader is in."""
        found = next((tab.pages for tab in self.tabs if tab.current), ())
        return [page for page in found if page.current or not page.rare]

    @property
    def more(self) -> Sequence[Tab]:
        """Return those that the campaign does not use yet."""
        found = next((tab.pages for tab in self.tabs if tab.current), ())
        return [page for page in found if page not in self.pages]

    def _of_draft(self) -> Iterator[Tab]:
        yield self._page("campaign", "Terms")
        if not self.campaign.archived_at:
            yield self._page("edit_campaign", "Edit")
        if self.campaign.scheme in READERS:
            yield self._page("suggestions", "Suggestions")

    def _results(self) -> Iterator[Tab]:
        campaign = self.campaign
        yield self._page("items", f"{scheme_of(campaign).noun.capitalize()}s", key="texts")
        for link in view_of(campaign).links(campaign):
            yield Tab(link.key, link.label, link.address, self._current(link.key))
        yield self._page("breakdowns", "Breakdowns")
        yield self._page("planner", "Planner")

    def _quality(self) -> Iterator[Tab]:
        yield self._page("decisions", "Decisions")
        yield self._page("signals", "Worker quality")
        yield self._page("judgments", "Judgments")
        if self.campaign.scheme in READERS:
            yield self._page("models", "Model answers")
        if isinstance(scheme_of(self.campaign), HasGoldAnswers):
            yield self._page("known_answers", "Gold answers", rare=not self.campaign.uses_known)

    def _people(self) -> Tab | None:
        campaign = self.campaign
        waiting = getattr(campaign, "questions_waiting", 0)
        pages = [self._page("workers", "Workers"), self._page("questions", "Messages", waiting)]
        if campaign.reward or getattr(campaign, "pays_extra", False):
            pages.append(self._page("pay", "Pay"))
        if not campaign.archived_at:
            pages.append(self._page("limits", "Limits"))
        pages.append(self._page("who_may_join", "Who may join"))
        if not campaign.archived_at:
            pages += [
                self._page(
                    "people", "Recruitment", key="recruitment", rare=not campaign.has_people_terms
                ),
                self._page("consent", "Consent", rare=not campaign.consent_version),
            ]
        tab = self._with_pages("people", "People", pages)
        return tab and replace(tab, count=campaign.worker_count, waiting=waiting)

    def _with_pages(self, key: str, label: str, pages: Iterable[Tab]) -> Tab | None:
        """Return a tab that leads to the first of its pages, if the reader may open any."""
        shown = self._open(self._with_addons(pages))
        if len(shown) < 2:
            return replace(shown[0], key=key, label=label) if shown else None
        current = "true" if any(page.current for page in shown) else ""
        return Tab(key, label, shown[0].address, current, pages=shown)

    def _with_addons(self, pages: Iterable[Tab]) -> Iterator[Tab]:
        """Yield the pages, with those that add-ons put directly after them."""
        entries = [one for config in installed_addons() for one in config.campaign_navigation]
        for page in pages:
            yield page
            yield from (self._page(one.page, one.label) for one in entries if one.after == page.key)

    def _open(self, pages: Iterable[Tab]) -> Sequence[Tab]:
        return [page for page in pages if may_open(self.request, page.address)]

    def primary(self) -> Action | None:
        """Return the most likely next action, if the reader may do it and is not about to; "invite"
        shows the workers' link in place."""
        action = self._next()
        if action.address == self.request.path:
            return None
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
        if not self.is_served and isinstance(scheme_of(self.campaign), HasGoldAnswers):
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

    def _page(
        self,
        name: str,
        label: str,
        waiting: int | None = None,
        *,
        key: str = "",
        rare: bool = False,
    ) -> Tab:
        address = reverse(f"research:{name}", args=(self.campaign.pk,))
        return Tab(key or name, label, address, self._current(name), waiting=waiting, rare=rare)

    def _current(self, name: str) -> str:
        if name == self.page:
            return "page"
        beneath = {**PAGE_OF, **declared_by_addons(lambda config: config.campaign_pages)}
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
