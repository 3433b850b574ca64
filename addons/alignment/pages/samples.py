"""The description of a sample of pairs on pages."""

from addons.alignment.models import Alignment
from addons.alignment.result_shapes import DrawFigures
from addons.alignment.tables.strata import edge_name, strata_table
from annotation.research.datasets.corpora import similarities


def found_of(results: DrawFigures, alignment: Alignment | None) -> dict[str, object]:
    """Return the description of a sample, before and after it is saved. `alignment` is the one with
    which its pairs disagree, if it still exists."""
    disagreeing = results.get("disagreeing")
    return {
        "alignment": alignment,
        "disagreeing": disagreeing and {**disagreeing, "edge": edge_name(disagreeing["edge"])},
        "results": results,
        "strata": strata_table(results),
        "similarities": similarities(results["histogram"]["counts"]),
        "drawn": sum(stratum["drawn"] for stratum in results["strata"]),
    }


def existing_alignment(dataset_id: int, number: int | None) -> Alignment | None:
    """Return an alignment with only its name, for a link; None if it was deleted."""
    if number is None:
        return None
    return Alignment.objects.filter(pk=number, dataset=dataset_id).only("name").first()
