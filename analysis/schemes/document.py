"""The computation of collected documents."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import orjson

from analysis.exports.export import from_parts
from analysis.reading.judgment_rows import WORKER
from analysis.schemes.base import OwnMaterial, SchemeAnalysis, Vector
from annotation.models import Campaign, Judgment
from annotation.services.datasets.collection import sites_of
from midpath.recounts.document import DocumentRecount
from midpath.schemes.document.vector import fingerprint_of

AT_ONCE = 20  # each may be half a million characters
COPIED = ("url", "updated_on", "text", "subtitles")


def versions_jsonl(campaign: Campaign) -> Iterator[bytes]:
    """Yield the versions site by site; workers are identified by their numbers in the project."""
    counting = Judgment.objects.counting().filter(campaign=campaign)
    rows = counting.order_by("hit__item__position", "pk").values_list(
        "hit__item__text", f"{WORKER}__number", "payload"
    )
    for site, worker, payload in rows.iterator(AT_ONCE):
        line = {"site": site, "worker": worker, **{name: payload[name] for name in COPIED}}
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


class DocumentAnalysis(DocumentRecount, SchemeAnalysis):
    exports = {"versions": from_parts(versions_jsonl, "versions.jsonl")}
    no_reading = (
        "Documents are found, not judged, so answers of different workers cannot be compared."
    )

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        return OwnMaterial(sites=sites_of(campaign))

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return whether the texts are equal, regardless of dates."""
        return Fraction(fingerprint_of(one) == fingerprint_of(other))


analysis = DocumentAnalysis()
