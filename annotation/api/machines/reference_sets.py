"""Operations on sets compared with a campaign's crowd: stored results with their version."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, DateTime, Integer, Object
from annotation.api.fields import Form, Strict, Whole
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_figures
from annotation.api.pagination import PageOf, Paging
from annotation.api.scope import caller, campaign_for, first_of, may, set_for
from annotation.capabilities import Capability
from annotation.models import HeldSet as HeldSetModel
from annotation.services.sets.reference_sets import hold_set, let_go
from midpath.json_types import JsonObject


class HeldSet(Form):
    """An annotation set compared with a campaign's crowd; it is not in the campaign's figures."""

    set = Integer("The set's number.", source="set_id")
    version = Integer(
        "The version of the campaign's figures behind the results; null before the first time.",
        allow_null=True,
    )
    judgments = Integer("The number of judgments in that version.")
    made_at = DateTime(
        "When the results were computed; null before the first time.", allow_null=True
    )


class HeldResults(HeldSet):
    results = Object(
        "Empty before the first computation. `lenses` has one entry per annotator compared: the "
        "figures `without` and `with_it`, its agreement with the `majority` and with what was "
        "`settled`, `alpha`, `biases`, `entailment`, what was `decided` (similarity with "
        "intervals, next to each consensus over the same items), the `reading` test and the "
        "`alternative` annotator test, whose `workers` are only for members who may see who "
        "answered what."
    )


class HeldSets(ResearcherOperation):
    class Input(Strict):
        set = Whole("A set of the campaign's items, made for its scheme.")

    @sees_figures(name="list_held_sets", asks=Paging, gives=PageOf(HeldSet, "compared sets"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the sets compared with a campaign's crowd, without results."""
        campaign = campaign_for(request, campaign_id)
        rows = HeldSetModel.objects.not_deleted().filter(campaign=campaign).defer("results")
        return self.page(rows)

    @runs_campaigns(name="hold_set", takes=Input, gives={200: HeldSet})
    def post(self, request: Request, campaign_id: int) -> object:
        """Compare a set with a campaign's crowd; its figures are computed soon after."""
        campaign = campaign_for(request, campaign_id)
        own = set_for(request, self.body["set"])
        return hold_set(campaign=campaign, own=own, user=caller(request))


class ReadHeldSet(ResearcherOperation):
    @sees_figures(name="read_held_set", gives={200: HeldResults})
    def get(self, request: Request, campaign_id: int, set_id: int) -> object:
        """Read the stored results of a set compared with a campaign's crowd."""
        campaign = campaign_for(request, campaign_id)
        rows = HeldSetModel.objects.not_deleted().filter(campaign=campaign, set=set_id)
        found = first_of(rows, "This set is not compared with this campaign's crowd.")
        if not may(request, Capability.SEE_WORKERS, campaign.dataset.project_id):
            _leave_workers_out(found.results)
        return found


class LetGo(ResearcherOperation):
    class Output(Form):
        held = Boolean("False: it is no longer compared.")

    @runs_campaigns(name="let_go_set", gives={200: Output})
    def post(self, request: Request, campaign_id: int, set_id: int) -> object:
        """Stop comparing a set. The set remains and can be compared again."""
        campaign, own = campaign_for(request, campaign_id), set_for(request, set_id)
        let_go(campaign=campaign, own=own, user=caller(request))
        return {"held": False}


def _leave_workers_out(results: JsonObject) -> None:
    for lens in results.get("lenses", ()):
        lens["alternative"]["workers"] = []
