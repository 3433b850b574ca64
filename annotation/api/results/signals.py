"""Operations that read stored signals of a campaign's workers, by the worker's number."""

from math import log

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Choice, DateTime, Float, Integer, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_workers
from annotation.api.pagination import Page, Paging, address_after, page_of
from annotation.api.scope import campaign_for, first_of
from annotation.models import Campaign, CampaignReport, WorkerSignals
from midpath.tables.reading import too_early

TEN = log(10)


class Reading(Form):
    """The reading test of all workers together; null until the first report."""

    version = Integer("The version of the figures used.")
    made_at = DateTime("When it was made.")
    reason = String("Why there is no reading test; empty where there is one.", allow_blank=True)
    others = Integer("The number of other workers' answers a text is compared with.")
    compared = Integer("The maximum number of texts an answer is compared with.")
    readers = Integer("How many workers have ranked answers.")
    certified = Integer("How many of them are certified readers.")
    lost = Integer("How many lost their certificate because their answers changed.")
    other = Integer("How many workers' answers fit other texts better than their own.")
    usual_answers = Integer(
        "After about how many ranked answers readers are usually certified; 0 if unknown."
    )
    too_early = Boolean("Whether no worker is certified because none has that many ranked answers.")
    half_after = Integer(
        "After how many ranked answers half of them were certified; null if fewer are.",
        allow_null=True,
    )
    nine_tenths_after = Integer("The same of nine tenths.", allow_null=True)
    pairs = Integer("How many pairs of workers with four or more texts in common were compared.")
    twinned = Integer("How many workers have twins: identical answers more often than by chance.")
    clusters = Integer("How many groups these form.")
    followers = Integer("How many workers repeat answers that others gave earlier.")
    sampled = Integer("How many texts had more answers than could be compared; a sample was used.")


class Signals(Form):
    """The signals of one worker. Shares are between 0 and 1; null is undefined."""

    worker = Integer("The worker's number in the project.")
    judgments = Integer("The number they gave, without gold answers.")
    milliseconds = Float(
        "The median active time, or the time from claim to submission if not reported.",
        allow_null=True,
    )
    faster = Float(
        "The share of others' judgments of the same items that took longer.", allow_null=True
    )
    same = Float("The share of their most frequent answer.", allow_null=True)
    majority = Float("How often they gave the majority answer of the others.", allow_null=True)
    consistency = Float("The average agreement with themselves on repeated HITs.", allow_null=True)
    repeated = Integer("The number of repeated HITs.")
    alpha = Float("Their α in pairs with others.", allow_null=True)
    s = Float("Their S in pairs with others.", allow_null=True)
    state = Choice("Their result in the reading test.", WorkerSignals.State.choices)
    ranked = Integer("How many of their answers have a rank.")
    certified_at = Integer("At which of these they were first certified.", allow_null=True)
    lost_at = Integer(
        "At which of these they lost their certificate; null unless `state` is `lost`.",
        allow_null=True,
    )
    lost_since = Integer(
        "The number, among their judgments, from which their answers fit the texts less well; null "
        "unless `state` is `lost`.",
        allow_null=True,
    )
    log10_stake = Float(
        "The evidence that they read the texts: a stake of 1 on reading, as a power of ten; 20 "
        "certifies. It restarts at 1 when a certificate is lost."
    )
    log10_highest = Float("Its maximum since the last start.")
    log10_against = Float("The stake on fitting other texts better than their own.")
    p = Float("For a single test at a number of answers fixed in advance.")
    twins = Integer("How many other workers give identical answers more often than by chance.")
    cluster = Integer("The number of their group of twins; null without twins.", allow_null=True)
    follows = Boolean("Whether they repeat answers that others gave earlier.")


class Twin(Form):
    """A twin of a worker, with their shared answers."""

    worker = Integer("The twin's number in the project.")
    texts = Integer("How many texts both answered.")
    same = Integer("How many answers are identical.")
    expected = Float("How many identical answers are expected by chance.")
    after = Integer("How many texts they answered after the twin.")
    same_after = Integer("How many answers to those are identical.")
    p = Float("Corrected for all pairs of workers.")
    follows = Boolean("Whether they follow this twin: identical answers are those given after it.")


class ListSignals(ResearcherOperation):
    class Output(Page):
        reading = Reading(allow_null=True, help_text="The reading test of all workers.")
        results = Signals(many=True, help_text="The workers of this page.")

    @sees_workers(name="list_signals", asks=Paging, gives={200: Output})
    def get(self, request: Request, campaign_id: int) -> object:
        """List the signals of each worker:
        how they work, and whether their answers depend on the texts. Reads stored results; signals
        never exclude anyone by themselves."""
        campaign = campaign_for(request, campaign_id)
        workers = campaign.signals.select_related("enrolment__worker").defer("ranks", "twin_pairs")
        found, following = page_of(workers, request, self.query)
        report = campaign.reports.filter(kind=CampaignReport.Kind.SIGNALS).first()
        return {
            "next": following,
            "reading": _reading(report) if report else None,
            "results": list(map(_signals, found)),
        }


class RankedAnswer(Form):
    """An answer ranked among those to other texts, and the stakes after it."""

    number = Integer("Its place among the worker's ranked answers.")
    judgment = Integer("The judgment's number.")
    better = Integer("How many other texts it fits better.")
    alike = Integer("How many it fits as well.")
    compared = Integer("How many texts it was compared with.")
    p = Float("The probability of such a good rank without reading.")
    log10_stake = Float("The stake on reading, as a power of ten.")
    log10_against = Float("The stake on fitting other texts better than their own.")


class ReadSignals(ResearcherOperation):
    class Output(Page):
        signals = Signals(help_text="The signals of the worker.")
        twins = Twin(many=True, help_text="Their surest twins, at most 20.")
        results = RankedAnswer(
            many=True, help_text="Their ranked answers on this page, in the order they were made."
        )

    @sees_workers(name="read_signals", asks=Paging, gives={200: Output})
    def get(self, request: Request, campaign_id: int, worker: int) -> object:
        """Read the signals of one worker, and their stake answer by answer.
        `after` is the number of a ranked answer."""
        campaign = campaign_for(request, campaign_id)
        rows = campaign.signals.filter(enrolment__worker__number=worker)
        found = first_of(
            rows.select_related("enrolment__worker"),
            "There are no signals for a worker with this number in this campaign yet.",
        )
        first, most = self.query.get("after", 0), self.query["limit"]
        ranks = found.ranks[first : first + most]
        more = len(found.ranks) > first + most
        return {
            "signals": _signals(found),
            "twins": _twins(campaign, found),
            "results": [_ranked(first + place, *one) for place, one in enumerate(ranks, 1)],
            "next": address_after(request, str(first + most)) if more else None,
        }


def _ranked(number: int, judgment: int, *values: float) -> dict[str, object]:
    better, alike, compared, p, stake, against = values
    return {
        "number": number,
        "judgment": judgment,
        "better": better,
        "alike": alike,
        "compared": compared,
        "p": p,
        "log10_stake": stake / TEN,
        "log10_against": against / TEN,
    }


def _twins(campaign: Campaign, one: WorkerSignals) -> list[dict[str, object]]:
    rows = campaign.enrolments.filter(pk__in=[pair[0] for pair in one.twin_pairs])
    numbers = dict(rows.values_list("pk", "worker__number"))
    names = ("texts", "same", "expected", "after", "same_after", "p")
    return [
        {"worker": numbers[twin], **dict(zip(names, common, strict=True)), "follows": side < 0}
        for twin, *common, side in one.twin_pairs
    ]


# Defaults for reports from before twins were searched for and certificates could end.
NEWER = dict.fromkeys(
    (
        *("pairs", "twinned", "clusters", "followers", "sampled"),
        *("lost", "most_ranked", "usual_answers"),
    ),
    0,
)


def _reading(report: CampaignReport) -> dict[str, object]:
    found = {**NEWER, **report.results}
    early = too_early(found["certified"], found["most_ranked"], found["usual_answers"])
    return {**found, **vars(report), "too_early": bool(early)}


def _signals(one: WorkerSignals) -> dict[str, object]:
    return {
        **vars(one),
        "worker": one.enrolment.worker.number,
        "log10_stake": one.stake / TEN,
        "log10_highest": one.highest / TEN,
        "log10_against": one.against / TEN,
    }
