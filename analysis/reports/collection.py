"""The report on collected documents: sites with equal or nearly equal texts."""

from dataclasses import asdict

from analysis.reading.material import Material
from annotation.services.datasets.collection import duplicates_among


def collection_of(material: Material) -> dict[str, object]:
    """Return the duplicates among the settled texts.

    Empty for campaigns that do not collect documents.
    """
    if material.own.sites is None:
        return {}
    return {"duplicates": [asdict(two) for two in duplicates_among(material.own.sites)]}
