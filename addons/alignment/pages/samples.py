"""The description of a sample of pairs on pages."""

from collections.abc import Mapping
from typing import Any

from addons.alignment.models import Alignment
from addons.alignment.tables.draw_report import edge_name, strata_table
from annotation.research.datasets.corpora import similarities


def found_of(results: Mapping[str, Any], alignment: Alignment | None) -> dict[str, Any]:
    """Return the description of a sample, before and after it is saved. `alignment` is the one with
    which its pairs disagree, if it still exists."""
    disagreeing = results.get("disagreeing")
    return {
        "alignment": alignment,
        "disagreeing": disagreeing and disagreeing | {"edge": edge_name(disagreeing["edge"])},
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
