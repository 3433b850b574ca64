"""Imports of files of annotations."""

from collections.abc import Iterator
from contextlib import contextmanager

from analysis.progress import Failed, Progress
from annotation.models import SetImport
from annotation.services.jobs.set_imports import NotImported, Unwanted, make_set
from tasks.jobs import Made, Stopped

MAX_PROBLEM_LENGTH = 500


@contextmanager
def ending_imports() -> Iterator[None]:
    """End the job of a file that is refused, or that nobody wants any more."""
    try:
        yield
    except Unwanted as error:
        raise Stopped from error
    except NotImported as error:
        raise Failed(str(error)[:MAX_PROBLEM_LENGTH], error.details) from error


def make_set_import(found: SetImport, progress: Progress) -> Made:
    """Create the set of a file; the job's steps are the annotations."""
    with ending_imports():
        own = make_set(job=found, run=found.run, progress=progress)
    counts = {
        "annotations": own.annotation_count,
        "annotators": own.annotator_count,
        "items": own.item_count,
        "left_out": own.left_out,
    }
    return {"results": counts, "made": own, "body": b""}
