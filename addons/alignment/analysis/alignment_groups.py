"""The groups of an alignment, for sampling."""

import numpy as np

from addons.alignment.models import Alignment, PairDraw
from midpath.alignment.groups import Groups, level_of
from midpath.progress import Failed

GONE = "The alignment for drawing pairs is {}. Choose another and draw again."


def alignment_groups(draw: PairDraw) -> Groups | None:
    """Return the groups of the alignment selected for sampling; None if there is none."""
    if draw.options.edge is None:
        return None
    if draw.alignment is None:
        raise Failed(GONE.format("gone"))
    if draw.alignment.status != Alignment.Status.READY:
        raise Failed(GONE.format(draw.alignment.status))
    return groups_of(draw.alignment, draw.options.edge)


def groups_of(alignment: Alignment, edge: int) -> Groups:
    grouping = alignment.grouping
    return Groups(
        alignment.name,
        level_of(alignment.options.level),
        [tuple(place) for place in grouping["places"]],
        np.array(grouping["runs"], np.int64),
        edge,
        alignment.pk,
    )
