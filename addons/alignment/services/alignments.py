"""Request alignments of documents."""

from addons.alignment.models import Alignment
from addons.alignment.services.work_limit import require_little_work
from annotation.models import Dataset, User
from annotation.services.datasets.dataset_writer import checked_name
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import ask_for_job, require_options
from midpath.alignment.options.alignment import AlignmentOptions


def ask_for_alignment(
    *, dataset: Dataset, user: User | None, name: str, options: AlignmentOptions
) -> Alignment:
    """Request an alignment, made by a job."""
    require_documents(dataset)
    require_options(options)
    require_little_work(dataset, options)
    name = checked_name(name, "alignment")
    return ask_for_job(Alignment, dataset=dataset, user=user, name=name, options=options)


def require_documents(dataset: Dataset) -> None:
    if dataset.kind != Dataset.Kind.DOCUMENTS:
        raise Invalid(f"{dataset.name} contains {dataset.kind}, but only documents can be aligned.")
