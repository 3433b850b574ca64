"""The pages that `make pictures` draws."""

from collections.abc import Iterator

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.services.draws import ask_for_draw
from annotation.models import Project
from midpath.alignment.options.draw import DrawOptions
from tasks.run_job import run_job

NAME = "More pairs"


def places(project: Project) -> Iterator[tuple[str, tuple[str, *tuple[int, ...]]]]:
    """Yield the name of each picture with the page and its numbers."""
    alignment = Alignment.objects.filter(dataset__project=project)[0]
    yield "alignments", ("alignment", alignment.pk)
    yield "alignment-groups", ("alignment_group", alignment.pk, 1)
    yield "draws", ("draw", _draw_of(alignment).pk)


def _draw_of(alignment: Alignment) -> PairDraw:
    """Sample pairs of the aligned documents, once."""
    documents = alignment.dataset
    draw = PairDraw.objects.filter(dataset=documents, name=NAME).first()
    if draw is None:
        draw = ask_for_draw(
            dataset=documents,
            user=documents.project.memberships.earliest("pk").user,
            name=NAME,
            options=DrawOptions(per_stratum=6, document_pairs=None),
        )
        run_job("draw", draw.pk)
    return draw
