"""The figures of a scheme that are shown for each group of items."""

from annotation.schemes.base import Scheme
from midpath.breakdowns import Shown


def shown_figures(scheme: Scheme) -> list[Shown]:
    """Return the figures of the dashboard, and the values of S by chance. Charts draw those that
    are no percentages; if there are none up to 1, the percentages."""
    shown = []
    has_agreement = any(figure.agreement and not figure.share for figure in scheme.figures)
    for figure in scheme.figures:
        is_drawn = figure.share is not has_agreement and (figure.agreement or figure.share)
        shown.append(Shown(figure.path, figure.label, figure.share, is_drawn=is_drawn))
        if figure.path[0] == "S":
            label = f"{figure.label} by chance"
            shown.append(Shown((*figure.path, "chance"), label, is_chance=True))
    return shown
