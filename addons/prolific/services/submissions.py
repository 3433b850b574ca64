"""Prolific submissions with the workers of a campaign."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from addons.prolific.models import ProlificStudy, ProlificSubmission
from addons.prolific.models.studies import MAX_TRIES
from addons.prolific.services.studies import open_ones, set_aside_ones, unsent_ones
from annotation.models import Campaign, Enrolment, Worker
from annotation.services.people.sessions import done_in_each, done_of

Status = ProlificSubmission.Status
# The lists of submissions, by the word in the URL.
SHOWN: Mapping[str, str] = {
    "": "all",
    "open": "to decide",
    "absent": "not here",
    "unsent": "decided, not sent",
    "refused": "refused by Prolific",
    "aside": "set aside",
}


@dataclass(frozen=True)
class Line:
    """A submission with its worker; `enrolment` is None if no worker came with its id. `done`
    counts the HITs of its place: those after the training, until the next session."""

    campaign: Campaign
    submission: ProlificSubmission
    enrolment: Enrolment | None
    done: int

    @property
    def number(self) -> int | None:
        return self.enrolment.worker.number if self.enrolment else None

    @property
    def code(self) -> str:
        """Return which of the campaign's codes was entered."""
        campaign, code = self.campaign, self.submission.code
        known = {
            campaign.no_consent_code: "no-consent code",
            campaign.screen_out_code: "screen-out code",
            campaign.completion_code: "completion code",
        }
        return known.get(code, "another code") if code else "none"

    @property
    def decided(self) -> str:
        return self.submission.decision or "none"

    @property
    def is_open(self) -> bool:
        one = self.submission
        undecided = not one.decision or bool(one.refusal) or one.tries >= MAX_TRIES
        return one.status == Status.WAITS and undecided

    @property
    def is_sound(self) -> bool:
        """Return whether nothing here speaks against approval."""
        here, campaign = self.enrolment, self.campaign
        if here is None or here.excluded_at is not None or not self.done:
            return False
        is_full = self.done >= (campaign.place_hits or 1)
        return is_full and self.submission.code == campaign.completion_code != ""


def submissions_of(study: ProlificStudy, only: str) -> QuerySet[ProlificSubmission]:
    """Return the submissions in one of the lists in `SHOWN`."""
    if only == "open":
        return open_ones(study)
    if only == "unsent":
        return unsent_ones(study)
    if only == "aside":
        return set_aside_ones(study)
    rows = study.submissions.all()
    if only == "refused":
        return rows.exclude(refusal="").filter(status=Status.WAITS)
    if only == "absent":
        here = Enrolment.objects.filter(
            campaign=study.campaign_id,
            worker__source=Worker.Source.PROLIFIC,
            worker__external_id=OuterRef("participant"),
        )
        return rows.filter(~Exists(here))
    return rows


def lines_of(
    study: ProlificStudy, campaign: Campaign, submissions: Sequence[ProlificSubmission]
) -> list[Line]:
    participants = {one.participant for one in submissions}
    here = campaign.enrolments.filter(
        worker__source=Worker.Source.PROLIFIC, worker__external_id__in=participants
    )
    here = here.select_related("worker").prefetch_related("platform_sessions")
    known = {one.worker.external_id: one for one in here}
    theirs = study.submissions.filter(participant__in=participants).order_by()
    several = Counter(theirs.values_list("participant", flat=True))
    lines = []
    for one in submissions:
        worker = known.get(one.participant)
        only = several[one.participant] == 1
        done = done_for(one, worker, study, only=only) if worker else 0
        lines.append(Line(campaign, one, worker, done))
    return lines


def done_for(
    submission: ProlificSubmission, worker: Enrolment, study: ProlificStudy, *, only: bool
) -> int:
    """Return how many HITs a worker did for a submission. Its id is that of their Prolific session.

    If the link contained no session, or another one, the submission is only matched if it is
    unambiguous: one submission, at most one session, and that of this study."""
    sessions = list(worker.platform_sessions.all())
    done = done_in_each(worker, sessions)
    for session, hits in zip(sessions, done, strict=True):
        if session.session == submission.submission:
            return hits
    alone = len(sessions) < 2 and all(one.study in {"", study.study} for one in sessions)
    if not only or not alone:
        return 0
    return done[0] if done else done_of(worker)


def without_submission(study: ProlificStudy) -> QuerySet[Enrolment]:
    """Return the workers from Prolific without a submission in the study."""
    known = ProlificSubmission.objects.filter(
        study=study, participant=OuterRef("worker__external_id")
    )
    sent = Enrolment.objects.filter(
        campaign=study.campaign_id, worker__source=Worker.Source.PROLIFIC
    )
    return sent.filter(~Exists(known)).select_related("worker").order_by("pk")
