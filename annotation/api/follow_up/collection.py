"""Operations on a document collection: its sites, near-duplicates, and document datasets made from
it."""

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, DateTime, Integer, String
from annotation.api.datasets import NAME, Dataset
from annotation.api.fields import Form, Strict, Text, YesOrNo
from annotation.api.operations import ResearcherOperation, runs_campaigns, sees_texts
from annotation.api.pagination import PageOf, Paging, page_of
from annotation.api.scope import caller, campaign_for
from annotation.models import HIT, Campaign, CampaignReport, Decision
from annotation.services.datasets.collection import (
    Site,
    make_documents,
    require_collection,
    sites_of,
)


class CollectedSite(Form):
    """A site with its collected versions. `decide` settles it by a judgment of its HIT."""

    hit = Integer("The number of its HIT.")
    item = Integer("The number of its item.")
    site = String("Its name.")
    versions = Integer("The number of workers' versions that count.")
    settled = Choice(
        "`chosen`: decided by an adjudicator; `majority`: more than half of its workers copied one "
        "text.",
        ("chosen", "majority", "no"),
    )
    judgment = Integer("The judgment with the chosen version, if any.", allow_null=True)
    decision = Integer(
        "The decision with the chosen version, if no judgment has it.", allow_null=True
    )


class AlikeSites(Form):
    """Two sites with equal or nearly equal settled texts."""

    first = String("The site that comes first in the dataset.")
    second = String("The other one.")
    equal = Boolean("Whether the texts are equal; else nearly.")


class ListSites(ResearcherOperation):
    @sees_texts(name="list_sites", asks=Paging, gives=PageOf(CollectedSite, "sites"))
    def get(self, request: Request, campaign_id: int) -> object:
        """List the sites of a collection with their chosen versions; `after` is a HIT."""
        campaign = _collection(request, campaign_id)
        hits, following = page_of(HIT.objects.filter(campaign=campaign), request, self.query)
        sites = {site.hit.pk: site for site in sites_of(campaign, hits, texts=False)}
        shown = [_to_dict(sites[hit.pk]) for hit in hits]
        return {"results": shown, "next": following}


class ReadAlikeSites(ResearcherOperation):
    class Output(Form):
        made_at = DateTime("When the background job compared them; null: not yet.", allow_null=True)
        results = AlikeSites(many=True, help_text="All pairs found.")

    @sees_texts(name="read_alike_sites", gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> object:
        """List the sites of a collection with equal or nearly equal texts."""
        campaign = _collection(request, campaign_id)
        report = campaign.reports.filter(kind=CampaignReport.Kind.COLLECTION).first()
        return {
            "made_at": report and report.made_at,
            "results": report.results["duplicates"] if report else [],
        }


class MakeDocuments(ResearcherOperation):
    class Input(Strict):
        name = Text(NAME, max_length=120)
        without_duplicates = YesOrNo(
            "Keep only the first of duplicate sites.", required=False, default=False
        )

    class Output(Form):
        dataset = Dataset(help_text="The dataset of documents.")
        unsettled = Integer("The number of unsettled sites left out.")

    @runs_campaigns(name="make_documents", takes=Input, creates=True, gives={201: Output})
    def post(self, request: Request, campaign_id: int) -> object:
        """Create a document dataset from the settled sites, divided at their headings."""
        campaign = campaign_for(request, campaign_id)
        made, unsettled = make_documents(campaign=campaign, user=caller(request), **self.body)
        made.refresh_from_db()
        return {"dataset": made, "unsettled": unsettled}


def _collection(request: Request, campaign_id: int) -> Campaign:
    campaign = campaign_for(request, campaign_id)
    require_collection(campaign)
    return campaign


def _to_dict(site: Site) -> dict[str, object]:
    answer = site.settled.judgment if site.settled else None
    is_decision = isinstance(answer, Decision)
    return {
        "hit": site.hit.pk,
        "item": site.hit.item_id,
        "site": site.name,
        "versions": len(site.versions),
        "settled": "no" if answer is None else "chosen" if site.chosen else "majority",
        "judgment": None if answer is None or is_decision else answer.pk,
        "decision": answer.pk if is_decision and answer else None,
    }
