"""The kernel for collections: the number of sites from which workers copied the same text."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypedDict

from agreement.figure import ExactFigure
from agreement.tally import Tally
from midpath.kernels.base import NOTHING, Choice, Consensus, ItemContext, Kernel, Vectors
from midpath.schemes.document.vector import fingerprint_of, subtitles_of
from midpath.tables.figures.common import Summary


class _OfSites(ExactFigure):
    sites: int


class _OfVersions(ExactFigure):
    versions: int


class DocumentFigures(TypedDict):
    """The figures of collections; pages read them only by the paths of their scheme."""

    alike: _OfSites
    majority: _OfSites
    subtitles: _OfVersions


class _Summary(TypedDict):
    n: int
    annotations: list[list[list[int] | int]]
    disagreement: ExactFigure
    settled: bool


class DocumentKernel(Kernel[DocumentFigures, Summary]):
    def contribution(self, vectors: Vectors, context: ItemContext = NOTHING) -> Tally:
        votes = Counter(map(fingerprint_of, vectors))
        several = len(vectors) > 1
        return Tally(
            versions=len(vectors),
            subtitles=sum(len(subtitles_of(vector)) for vector in vectors),
            compared=int(several),
            alike=int(several and len(votes) == 1),
            majority=int(several and 2 * max(votes.values()) > len(vectors)),
        )

    def figures(self, state: Tally) -> DocumentFigures:
        compared, versions = state.get("compared", 0), state.get("versions", 0)
        none = "No site has two versions."
        return {
            "alike": {**_share(state.get("alike", 0), compared, none), "sites": compared},
            "majority": {**_share(state.get("majority", 0), compared, none), "sites": compared},
            "subtitles": {
                **_share(state.get("subtitles", 0), versions, "Nothing is collected yet."),
                "versions": versions,
            },
        }

    def choices(self, summary: Mapping[str, Any]) -> Mapping[str, Choice]:
        """Return the text that more than half of a site's versions have, by the beginning of its
        SHA-256."""
        times = Counter[int]()
        for vector, count in summary.get("annotations", []):
            times[fingerprint_of(vector)[0]] += count
        most, votes = max(times.items(), key=lambda entry: entry[1], default=(0, 0))
        settled = 2 * votes > times.total()
        return {"the majority": f"the text {most & 0xFFFFFFFF:08x}" if settled else None}

    def undecided(self, summary: Mapping[str, object]) -> bool:
        return not summary.get("settled")

    def consensus(self, vectors: Vectors, settings: Mapping[str, object]) -> Consensus:
        """Return the first version of the text that more than half of the workers copied."""
        votes = Counter(map(fingerprint_of, vectors))
        settled = (one for one in vectors if 2 * votes[fingerprint_of(one)] > len(vectors) > 1)
        return {"majority": next(settled, None)}

    def summary(self, vectors: Vectors, context: ItemContext = NOTHING) -> Summary:
        """Return a summary; disagreement is the share of pairs of versions whose texts differ."""
        votes, n = Counter(map(fingerprint_of, vectors)), len(vectors)
        pairs = n * (n - 1) // 2
        equal = sum(count * (count - 1) // 2 for count in votes.values())
        counted = Counter(vectors).most_common()
        made: _Summary = {
            "n": n,
            "annotations": [[list(vector), count] for vector, count in counted],
            "disagreement": _share(pairs - equal, pairs, "The site has fewer than two versions."),
            "settled": n > 1 and 2 * max(votes.values()) > n,
        }
        return made


def _share(part: int, of: int, reason: str) -> ExactFigure:
    if not of:
        return {"value": None, "exact": None, "reason": reason}
    return {"value": part / of, "exact": f"{part}/{of}"}
