"""Operations that read stored agreement figures, with their version and age."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Now
from rest_framework.request import Request

from annotation.api.basic_fields import DateTime, Float, Integer, Object, String
from annotation.api.fields import Form
from annotation.api.operations import ResearcherOperation, sees_figures
from annotation.api.scope import campaign_for
from annotation.api.visibility import as_seen, sight_of
from annotation.models import AgreementState, Campaign, CampaignReport, EntailmentState
from annotation.services.errors import Conflict
from annotation.services.work.counting import withdrawn_from


class Entailment(Form):
    """The share of a flat campaign's annotations that a nested one entails."""

    flat = Integer("The flat campaign.")
    nested = Integer("The nested campaign that entails it.")
    version = Integer("Grows by one with each fold.")
    age_seconds = Float("Seconds since the last fold, by the database clock.")
    figures = Object("Undefined values are null, with a reason.")


class EntailmentInterval(Form):
    """The interval around an entailment."""

    flat = Integer("The flat campaign.")
    nested = Integer("The nested campaign that entails it.")
    version = Integer("The version of `entailment` from which the interval was computed.")
    judgments = Integer("The number of judgments of both campaigns in that version.")
    interval = Object("In the form of each of `figures`.")


class Intervals(Form):
    """Intervals of the figures. They are computed separately and may be of an earlier version."""

    version = Integer("The version from which they were computed.")
    judgments = Integer("How many were in the figures of that version.")
    made_at = DateTime("When it was made.")
    figures = Object(
        "In the form of the figures: value, low, high, level, method, resamples, seed, over of "
        "each; null ends come with a reason. `value` is the figure of that version."
    )
    entailment = EntailmentInterval(
        many=True, help_text="With each campaign of the other scheme on the dataset."
    )


class Crowd(Form):
    """The report on the crowd. It is computed separately and may be of an earlier version."""

    version = Integer("The version from which it was computed.")
    judgments = Integer("How many were in the figures of that version.")
    made_at = DateTime("When it was made.")
    results = Object(
        "Contains worker_agreement with quartiles and confusion, consensus by majority, absolute "
        "majority and Dawid–Skene with accuracy, differences between them, time against length. "
        "Workers are their numbers in the project, which are left out for members who may not see "
        "who answered what; `differences` for those who may not see texts."
    )


class EvidenceReport(Form):
    """The report on evidence. It is computed separately and may be of an earlier version."""

    version = Integer("The version from which it was computed.")
    judgments = Integer("How many were in the figures of that version.")
    made_at = DateTime("When it was made.")
    results = Object(
        "Contains systems: workers and baselines with precision, recall, F1, its interval and "
        "answerability; asked: redundancy, length and first words of the questions; disagreement, "
        "one_apart and minority_abstains: questions to read. Workers are their numbers in the "
        "project. Words and questions are left out for members who may not see texts."
    )


class ReadFigures(ResearcherOperation):
    class Output(Form):
        campaign = Integer("The campaign's number.")
        scheme = String("What its workers do with each item.")
        version = Integer("Grows by one with each fold.")
        judgments = Integer("The number of judgments in the figures.")
        withdrawn = Integer(
            "The number of judgments withdrawn by their workers; they are not in the figures."
        )
        folded_at = DateTime("When the last fold was.")
        age_seconds = Float("Seconds since the last fold, by the database clock.")
        figures = Object("Undefined values are null, with a reason.")
        reconciled_at = DateTime(
            "When the figures were last compared with a recomputation.", allow_null=True
        )
        reconciled_version = Integer("The version that was compared.", allow_null=True)
        mended = Integer("The number of stored results that verification has ever corrected.")
        entailment = Entailment(
            many=True, help_text="With each campaign of the other scheme on the dataset."
        )
        intervals = Intervals(
            allow_null=True,
            help_text="How uncertain the figures are (confidence intervals); null until computed.",
        )
        crowd = Crowd(
            allow_null=True,
            help_text=(
                "For campaigns of pairs and labels: the report on each worker; null until computed."
            ),
        )
        evidence = EvidenceReport(
            allow_null=True,
            help_text="For campaigns of evidence: the baselines; null until computed.",
        )

    @sees_figures(name="read_figures", gives={200: Output}, refuses=(409,))
    def get(self, request: Request, campaign_id: int) -> object:
        """Read a campaign's figures as last computed."""
        campaign = campaign_for(request, campaign_id)
        state = AgreementState.objects.filter(campaign=campaign).annotate(now=Now()).first()
        if state is None:
            raise Conflict("A draft has no figures yet: launch it first.")
        can = sight_of(request, campaign.dataset.project_id)
        return as_seen(_figures(campaign, state, state.now), can)


def _figures(campaign: Campaign, state: AgreementState, now: datetime) -> dict[str, object]:
    found = EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
    entailments = list(found.annotate(now=Now()).order_by("pk"))
    shown = (CampaignReport.Kind.INTERVALS, CampaignReport.Kind.CROWD, CampaignReport.Kind.EVIDENCE)
    reports = {
        report.kind: report
        for report in CampaignReport.objects.filter(campaign=campaign, kind__in=shown)
    }
    return {
        "campaign": campaign.pk,
        "scheme": campaign.scheme,
        "version": state.version,
        "judgments": state.judgments,
        "withdrawn": withdrawn_from(campaign),
        "folded_at": state.folded_at,
        "age_seconds": _age(now, state.folded_at),
        "figures": state.figures,
        "reconciled_at": state.reconciled_at,
        "reconciled_version": state.reconciled_version,
        "mended": state.mended,
        "entailment": [
            {
                "flat": entailment.flat_id,
                "nested": entailment.nested_id,
                "version": entailment.version,
                "age_seconds": _age(entailment.now, entailment.folded_at),
                "figures": entailment.figures,
            }
            for entailment in entailments
        ],
        "intervals": _intervals(reports.get(CampaignReport.Kind.INTERVALS), entailments),
        "crowd": _report(reports.get(CampaignReport.Kind.CROWD)),
        "evidence": _report(reports.get(CampaignReport.Kind.EVIDENCE)),
    }


def _report(report: CampaignReport | None) -> dict[str, object] | None:
    """Return a stored report. Return None if there is none or if it is empty, because it does not
    apply to the scheme."""
    if report is None or not report.results:
        return None
    return _made(report) | {"results": report.results}


def _made(report: CampaignReport) -> dict[str, object]:
    return {name: getattr(report, name) for name in ("version", "judgments", "made_at")}


def _intervals(
    report: CampaignReport | None, entailments: Sequence[EntailmentState]
) -> dict[str, object] | None:
    if report is None:
        return None
    results = dict(report.results)
    by_entailment = results.pop("entailment", {})
    return _made(report) | {
        "figures": results,
        "entailment": [
            _interval(entailment, by_entailment[str(entailment.pk)])
            for entailment in entailments
            if str(entailment.pk) in by_entailment
        ],
    }


def _interval(entailment: EntailmentState, stored: Mapping[str, object]) -> dict[str, object]:
    made = {name: stored.get(name, 0) for name in ("version", "judgments")}
    return {
        "flat": entailment.flat_id,
        "nested": entailment.nested_id,
        **made,
        "interval": {name: value for name, value in stored.items() if name not in made},
    }


def _age(now: datetime, folded_at: datetime) -> float:
    return max(0.0, round((now - folded_at).total_seconds(), 3))
