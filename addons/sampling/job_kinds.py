"""The kind of job that draws a sample."""

from addons.sampling.models import Sample
from annotation.models import Job, User
from annotation.services.datasets.dataset_writer import unused_name
from annotation.services.errors import Conflict
from annotation.services.jobs.kinds import JobKind

GONE = (Job.Status.DISCARDED, Job.Status.KEPT)


def require_unfinished(sample: Sample, user: User, name: str) -> None:
    """Refuse a new name of a sample that is over, and one that its dataset could not have."""
    if sample.status in GONE:
        raise Conflict("This sample is saved or discarded. Rename the dataset that was made of it.")
    unused_name(sample.dataset.project, name)


SAMPLE = JobKind(
    name="sample",
    model=Sample,
    under_way="A sample of this dataset is under way. Wait for it, or stop it.",
    advice="Sample fewer texts, or run midpath sample on a file.",
    named="name",
    require_name=require_unfinished,
    noun="sample",
    dropped={"texts": []},
    related=("dataset__project", "made"),
    large=("results", "texts"),
)
JOB_KINDS = (SAMPLE,)
