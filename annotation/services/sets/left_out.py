"""Describe what was left out of a set's file."""

from annotation.models import AnnotationSet
from annotation.recorded.sent_answers import NO_ROW
from annotation.services.sets.reading import TWICE, UNFIT, UNKNOWN
from midpath.exchange.rows import Skipped
from midpath.text.formatting import counted

NOT_COUNTED = "the file says that it does not count"
# Reasons for annotations that are left out; others are about other parts of the file.
OF_ANNOTATIONS = {UNKNOWN, TWICE, UNFIT, NO_ROW, NOT_COUNTED}


def described_left_out(own: AnnotationSet) -> list[str]:
    """Return what was left out of a set's file, each reason with its count."""
    return [
        f"{counted(times, 'annotation')}: {reason}"
        if reason in OF_ANNOTATIONS
        else str(Skipped(reason, times, 0))
        for reason, times in own.left_out.items()
    ]
