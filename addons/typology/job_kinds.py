"""The kind of job that finds function words."""

from addons.typology.models import Typology
from annotation.services.jobs.kinds import JobKind

TYPOLOGY = JobKind(
    name="typology",
    model=Typology,
    under_way=(
        "An analysis of the function words of this dataset is under way. Wait for it, or stop it."
    ),
    advice="Try fewer or smaller samples.",
    audited=("name", "language"),
    named="title",
    noun="list of function words",
    related=("dataset__project", "user"),
)
JOB_KINDS = (TYPOLOGY,)
