"""Operations that read an adjudicator's queue, its progress, and the comparison with the crowd."""

from collections.abc import Mapping

from rest_framework.request import Request

from annotation.api.basic_fields import Choice, DateTime, Float, Integer, Object, String
from annotation.api.fields import Form, WholeInText
from annotation.api.items.filtering import FilterQuery, wanted_in
from annotation.api.operations import ResearcherOperation, adjudicates, sees_figures
from annotation.api.scope import caller, campaign_for
from annotation.api.visibility import as_seen, sight_of
from annotation.capabilities import Capability
from annotation.models import HIT, Campaign, CampaignReport
from annotation.schemes import scheme_of
from annotation.services.decisions.queue import (
    DISAGREEMENT,
    FOUND,
    LARGEST_SEED,
    MAX_SAMPLED,
    SAMPLE,
    SETTLE,
    SINCE,
    UNDECIDED,
    USUAL_SAMPLE,
    Queue,
    orders_of,
    progress_of,
    waiting,
)
from annotation.services.errors import Conflict, Invalid
from annotation.services.items.filters import ItemFilter

ORDERS = (FOUND, DISAGREEMENT, UNDECIDED, SAMPLE, SETTLE, SINCE)


class Waiting(Form):
    """A HIT that waits for a decision."""

    hit = Integer("Its number.")
    item = Integer("The item of that HIT.")
    position = Integer("The item's place in its dataset.")
    text = String("The item's text, or its name.")
    judgments = Integer("How many judgments are in the figures.")
    disagreement = Float("Their disagreement; null if undefined.", allow_null=True)


class ListWaiting(ResearcherOperation):
    class Filters(FilterQuery):
        by = Choice(
            "`found`: all that the filters find; `disagreement`: those on which workers disagree, "
            "strongest first; `undecided`: those without a consensus; `sample`: a random sample; "
            "`settle`: those on which two adjudicators differ; `since`: those decided before more "
            "judgments came. Default: the first queue of the scheme.",
            [(one, one) for one in ORDERS],
            required=False,
        )
        seed = WholeInText(
            "Of a sample.", required=False, default=1, min_value=0, max_value=LARGEST_SEED
        )
        size = WholeInText(
            "The size of a sample, including decided HITs.",
            required=False,
            default=USUAL_SAMPLE,
            min_value=1,
            max_value=MAX_SAMPLED,
        )
        limit = WholeInText(
            "The maximum number listed.", required=False, default=100, min_value=1, max_value=500
        )

    class Output(Form):
        left = Integer("How many wait in this queue.")
        results = Waiting(many=True, help_text="The first of them.")

    @adjudicates(name="list_waiting", asks=Filters, gives={200: Output}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the HITs that the caller can decide now, in the order of a queue.
        Decided HITs leave the queue, so a second run fills gaps and changes no decision."""
        campaign = campaign_for(request, campaign_id)
        if campaign.status == Campaign.Status.DRAFT:
            raise Conflict("A draft has nothing to decide.")
        wanted = wanted_in(request, campaign, self.query)
        by = self._order(campaign, wanted)
        queue = Queue(by, self.query["seed"], self.query["size"], wanted=wanted)
        hits = waiting(campaign, caller(request), queue)
        rows = hits.select_related("item", "summary")[: self.query["limit"]]
        return {"left": hits.count(), "results": [_shown(row) for row in rows]}

    def _order(self, campaign: Campaign, wanted: ItemFilter) -> str:
        orders = orders_of(campaign, wanted)
        by: str = self.query.get("by", orders[0])
        if by == FOUND and by not in orders:
            raise Invalid("Name the filters that find them.", field="by")
        if by not in (*orders, SETTLE, SINCE):
            named = scheme_of(campaign).title
            raise Invalid(f"{named} has no such queue; take a sample.", field="by")
        return by


class Progress(Form):
    """The number of HITs by the status of their decision."""

    hits = Integer("All of them, without those with gold answers.")
    decided = Integer("Those with a decision in force.")
    accepted = Integer("Of these, those accepted from a judgment.")
    edited = Integer("Of these, those based on a judgment.")
    written = Integer("Of these, those with a new answer.")
    apart = Integer("Those that wait for a second adjudicator.")
    unlike = Integer("Those that wait for a third step.")
    since = Integer("Those decided before more judgments came.")


class ReadBesideDecisions(ResearcherOperation):
    class Output(Form):
        adjudicators = Integer("How many decide each HIT, 1 or 2.")
        progress = Progress(help_text="The progress.")
        version = Integer(
            "The version of the figures; null before the first report.", allow_null=True
        )
        made_at = DateTime("When they were computed.", allow_null=True)
        results = Object(
            "Each automatic `consensus`, the same against `blind` decisions, `workers`, and two "
            "independent adjudicators (`apart`): over how many decided HITs, average similarity "
            "(`likeness`) and share of the `same` answers, each with its interval. `workers` is "
            "only for members who may see who answered what.",
            allow_null=True,
        )

    @sees_figures(name="read_beside_decisions", gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> object:
        """Read the progress of a campaign's decisions, and its figures compared with them."""
        campaign = campaign_for(request, campaign_id)
        made = campaign.reports.filter(kind=CampaignReport.Kind.DECISIONS).exclude(results={})
        report = made.first()
        can = sight_of(request, campaign.dataset.project_id)
        found = progress_of(campaign)
        how = {name: found.how.get(name, 0) for name in ("accepted", "edited", "written")}
        return {
            "adjudicators": campaign.adjudicators,
            "progress": vars(found) | how,
            "version": report.version if report else None,
            "made_at": report.made_at if report else None,
            "results": _in_sight(report.results, can) if report else None,
        }


def _in_sight(results: Mapping[str, object], can: frozenset[Capability]) -> object:
    """Return the figures; those of single workers only if the caller may see them."""
    sees = Capability.SEE_WORKERS in can
    return as_seen({key: found for key, found in results.items() if sees or key != "workers"}, can)


def _shown(row: HIT) -> dict[str, object]:
    summary = getattr(row, "summary", None)
    return {
        "hit": row.pk,
        "item": row.item_id,
        "position": row.item.position,
        "text": row.item.text,
        "judgments": summary.judgments if summary else 0,
        "disagreement": summary.disagreement if summary else None,
    }
