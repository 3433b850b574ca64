"""The kind of job that contacts Prolific."""

from addons.prolific.models import ProlificVisit
from annotation.services.jobs.kinds import JobKind, Lane

PROLIFIC = JobKind(
    name="prolific_visit",
    model=ProlificVisit,
    lane=Lane.ELSEWHERE,
    under_way="A Prolific sync of this dataset is under way. Wait for it, or stop it.",
    advice="Try again later.",
    audited=("study_id",),
    # A stopped visit is not resumed: the next visit sends what it would have sent.
    dropped={"results": {}},
)
JOB_KINDS = (PROLIFIC,)
