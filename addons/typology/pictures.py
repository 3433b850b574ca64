"""The pages that `make pictures` draws."""

from collections.abc import Iterator

from addons.typology.models import Typology
from annotation.models import Project


def places(project: Project) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the name of each picture with the page and its number."""
    yield "typologies", ("typology", Typology.objects.filter(dataset__project=project)[0].pk)
