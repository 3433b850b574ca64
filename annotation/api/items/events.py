"""The operation that lists the history of an item."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, DateTime, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_texts
from annotation.api.pagination import Page, Paging, address_after
from annotation.api.scope import caller, campaign_for, first_of
from annotation.api.visibility import sight_of
from annotation.capabilities import Capability
from annotation.models import HIT
from annotation.services.items.history import (
    EVENTS,
    MAX_LEASES,
    MAX_SEARCHED,
    OPEN_REASONS,
    Event,
    history_of,
)


class ItemEvent(Form):
    """Something that happened to an item."""

    at = DateTime("When it happened.")
    what = Choice("What happened.", EVENTS)
    worker = Integer(
        "The number of the worker concerned; null: none, or hidden from you.", allow_null=True
    )
    own = Boolean("Whether that worker did it themselves.")
    by = String("The account that did it; null: the worker, or Midpath.", allow_null=True)
    reason = String("The reason, if one was given and you may read it.")


class ListItemEvents(ResearcherOperation):
    class Output(Page):
        results = ItemEvent(many=True, help_text="The events of this page.")
        cut = Boolean(f"Whether more than {MAX_LEASES} workers had it; only the last are listed.")
        searched = Boolean(
            "Whether reviews and exclusions are listed; not in campaigns with more than "
            f"{MAX_SEARCHED:,} judgments."
        )

    @sees_texts(name="list_item_events", asks=Paging, gives={200: Output})
    def get(self, request: Request, campaign_id: int, item_id: int) -> object:
        """List the history of an item of a campaign in order of time; `after` is a position.
        An independent decision is hidden from other adjudicators who can still decide."""
        campaign = campaign_for(request, campaign_id)
        hit = first_of(
            HIT.objects.filter(campaign=campaign, item=item_id),
            "The campaign has no item with this number.",
        )
        history = history_of(campaign, hit, caller(request))
        sees = Capability.SEE_WORKERS in sight_of(request, campaign.dataset.project_id)
        first, end = self.query.get("after", 0), self.query.get("after", 0) + self.query["limit"]
        more = len(history.events) > end
        return {
            "results": [_event(one, sees=sees) for one in history.events[first:end]],
            "cut": history.cut,
            "searched": history.searched,
            "next": address_after(request, str(end)) if more else None,
        }


def _event(event: Event, *, sees: bool) -> dict[str, object]:
    return {
        **vars(event),
        "worker": event.worker if sees else None,
        "by": None if event.by is None else event.by.get_username(),
        "reason": event.reason if sees or event.what in OPEN_REASONS else "",
    }
