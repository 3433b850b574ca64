"""The computation of collected documents."""

from collections.abc import Mapping
from fractions import Fraction

from analysis.exports.document import versions_jsonl
from analysis.exports.export import JSON_LINES, from_parts
from analysis.kernels.document import DocumentKernel
from analysis.schemes.base import OwnMaterial, SchemeAnalysis, Vector
from annotation.models import Campaign
from annotation.schemes.document.vector import fingerprint_of
from annotation.services.datasets.collection import sites_of


class DocumentAnalysis(SchemeAnalysis):
    kernel = DocumentKernel()
    exports = {"versions": from_parts(versions_jsonl, "versions.jsonl", JSON_LINES)}
    no_reading = (
        "Documents are found, not judged, so answers of different workers cannot be compared."
    )

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        return OwnMaterial(sites=sites_of(campaign))

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return whether the texts are equal, regardless of dates."""
        return Fraction(fingerprint_of(one) == fingerprint_of(other))


analysis = DocumentAnalysis()
