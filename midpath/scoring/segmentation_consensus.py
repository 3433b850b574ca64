"""The consensus of each text in release files, by all methods."""

from collections.abc import Iterator

from agreement.segmentation.boundaries import format_flat
from agreement.votes.dawid_skene import Boundaries, boundary_consensus
from midpath.json_types import Figures, JsonMapping
from midpath.kernels.entailing import Entailing
from midpath.scoring.segmentations import Readings, shared_texts

# The fields of a line of consensus; None if there is nothing to say.
COLUMNS = (
    *("flat_n", "flat_disagreement", "flat_mode", "flat_mode_support"),
    *("flat_majority", "flat_majority_support", "flat_dawid_skene"),
    *("nested_n", "nested_disagreement", "nested_mode", "nested_mode_support"),
    *("nested_majority", "nested_majority_support"),
    *("femn", "femn_support", "iv", "iv_support"),
)


def consensus_lines(flat: Readings | None, nested: Readings | None) -> Iterator[Figures]:
    """Yield one line per text: the consensus of its annotations, and their ties."""
    sides = [side for side in (flat, nested) if side is not None]
    settled = settle_boundaries(flat) if flat and flat.named else None
    shared = set(shared_texts(flat, nested)) if flat and nested else set()
    for text in dict.fromkeys(text for side in sides for text in side.vectors):
        line: Figures = {"text": text, **dict.fromkeys(COLUMNS), "ties": {}}
        for side in sides:
            if side.vectors.get(text):
                _settle(line, side, text)
        if flat and settled and text in settled.vectors:
            words = flat.words(text)
            line["flat_dawid_skene"] = format_flat(words, settled.vectors[text])
            if ties := settled.ties[text]:
                line["ties"]["flat_dawid_skene"] = ties
        if flat and nested and text in shared:
            _settle_together(line, flat, nested, text)
        yield line


def settle_boundaries(flat: Readings) -> Boundaries[str, str]:
    """Return Dawid and Skene's consensus of flats, which weights annotators by their
    reliability."""
    return boundary_consensus(
        {
            text: dict(zip(flat.keys[text], vectors, strict=True))
            for text, vectors in flat.vectors.items()
            if vectors
        }
    )


def _settle(line: Figures, side: Readings, text: str) -> None:
    kind, words = side.kind, side.words(text)
    summary: JsonMapping = side.kernel.summary(side.vectors[text])
    line[f"{kind}_n"] = summary["n"]
    line[f"{kind}_disagreement"] = summary["disagreement"]["value"]
    line[f"{kind}_mode"] = side.written(words, summary["mode"])
    line[f"{kind}_mode_support"] = summary["mode_support"]
    if summary["mode_ties"]:
        line["ties"][f"{kind}_mode"] = [side.written(words, tie) for tie in summary["mode_ties"]]
    if summary["majority"] is not None:
        line[f"{kind}_majority"] = side.written(words, summary["majority"])
        line[f"{kind}_majority_support"] = summary["majority_support"]
    if summary["majority_ties"]:
        line["ties"][f"{kind}_majority"] = summary["majority_ties"]
    if summary.get("label_ties"):
        line["ties"][f"{kind}_labels"] = summary["label_ties"]


def _settle_together(line: Figures, flat: Readings, nested: Readings, text: str) -> None:
    words = flat.words(text)
    by = Entailing(nested.form)
    summary: JsonMapping = by.summary(flat.vectors[text], nested.vectors[text])
    for name in ("femn", "iv"):
        choice = summary[name]
        if choice["winner"] is not None:
            line[name] = format_flat(words, choice["winner"])
            line[f"{name}_support"] = choice["support"]
        if choice["ties"]:
            line["ties"][name] = [format_flat(words, tie) for tie in choice["ties"]]
