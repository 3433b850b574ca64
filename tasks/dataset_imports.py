"""Imports of large files as datasets."""

from analysis.progress import Progress
from annotation.models import DatasetImport
from annotation.services.jobs.dataset_imports import make_dataset
from tasks.jobs import Made
from tasks.set_imports import ending_imports


def make_dataset_import(found: DatasetImport, progress: Progress) -> Made:
    """Create the dataset of a file; the job's steps are the rows."""
    with ending_imports():
        dataset = make_dataset(job=found, run=found.run, progress=progress)
    left_out = dataset.details.get("left_out", {}).get("rows", 0)
    return {"results": {"items": dataset.item_count, "left_out": left_out}}
