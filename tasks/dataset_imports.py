"""Imports of large files as datasets."""

from analysis.progress import Failed, Progress
from annotation.models import DatasetImport
from annotation.services.jobs.dataset_imports import make_dataset
from annotation.services.jobs.set_imports import NotImported, Unwanted
from tasks.jobs import Made, Stopped

MAX_PROBLEM_LENGTH = 500


def make_dataset_import(found: DatasetImport, progress: Progress) -> Made:
    """Create the dataset of a file; the job's steps are the rows."""
    try:
        dataset = make_dataset(job=found, run=found.run, progress=progress)
    except Unwanted as error:
        raise Stopped from error
    except NotImported as error:
        raise Failed(str(error)[:MAX_PROBLEM_LENGTH], error.details) from error
    left_out = dataset.details.get("left_out", {}).get("rows", 0)
    return {"results": {"items": dataset.item_count, "left_out": left_out}}
