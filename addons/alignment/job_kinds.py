"""The kinds of jobs: alignments of documents, and samples of pairs."""

from addons.alignment.models import Alignment, PairDraw
from annotation.models import Job, User
from annotation.services.datasets.dataset_writer import unused_name
from annotation.services.errors import Conflict
from annotation.services.jobs.kinds import JobKind

GONE = (Job.Status.DISCARDED, Job.Status.KEPT)


def require_unfinished(draw: PairDraw, user: User, name: str) -> None:
    """Refuse a new name of a sample that is over, and one that its dataset could not have."""
    if draw.status in GONE:
        raise Conflict("This draw is kept or discarded. Rename the dataset that was made of it.")
    unused_name(draw.dataset.project, name)


ALIGNMENT = JobKind(
    name="alignment",
    model=Alignment,
    under_way="An alignment of these documents is under way. Wait for it, or stop it.",
    advice="Use fewer runs or groups, or run manage.py align on the server.",
    named="name",
    noun="alignment",
    unread=("grouping",),
    large=("results", "grouping"),
)
DRAW = JobKind(
    name="draw",
    model=PairDraw,
    under_way="A draw from these documents is under way. Wait for it, or stop it.",
    advice="Try fewer pairs of documents.",
    named="name",
    require_name=require_unfinished,
    noun="draw of pairs",
    dropped={"pairs": []},
    related=("dataset__project", "made"),
    large=("results", "pairs"),
)
JOB_KINDS = (DRAW, ALIGNMENT)
