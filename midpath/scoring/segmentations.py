"""The figures of release files, without a database, by the functions of the live figures."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agreement.bootstrap import Plan
from agreement.segmentation import figures as segmentation
from agreement.segmentation import levels
from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import count_text, standing, standing_figures
from agreement.segmentation.boundaries import IllFormed, Vector, format_flat, format_nested
from agreement.segmentation.counting import take_apart
from agreement.segmentation.figures import Kind
from agreement.segmentation.intervals import (
    bootstrap_entailment,
    bootstrap_segmentation,
    with_intervals,
)
from agreement.segmentation.shapes import read_flat, read_nested
from agreement.tally import Tally
from agreement.votes.dawid_skene import Boundaries, boundary_consensus
from midpath.exchange.files import Seen, unseen
from midpath.exchange.release import Release
from midpath.exchange.rows import Skipped
from midpath.json_types import Figures, JsonMapping
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from midpath.text.characters import canonical

READ: Mapping[Kind, Callable[[object, Sequence[str]], Vector]] = {
    "flat": read_flat,
    "nested": read_nested,
}
FORMAT: Mapping[Kind, Callable[[Sequence[str], Sequence[int]], str]] = {
    "flat": format_flat,
    "nested": format_nested,
}
OTHER: Mapping[Kind, Kind] = {"flat": "nested", "nested": "flat"}
STEP = 1000
SECOND = "A second annotation of the text by the same annotator"
# The fields of a line of consensus; None if there is nothing to say.
COLUMNS = (
    *("flat_n", "flat_disagreement", "flat_mode", "flat_mode_support"),
    *("flat_majority", "flat_majority_support", "flat_dawid_skene"),
    *("nested_n", "nested_disagreement", "nested_mode", "nested_mode_support"),
    *("nested_majority", "nested_majority_support"),
    *("femn", "femn_support", "iv", "iv_support"),
)


@dataclass(frozen=True)
class LeftOut:
    """An annotation that takes no part: which one, a short reason, and a sentence."""

    text: str
    annotation: str
    reason: str
    message: str


@dataclass
class Readings:
    """The valid annotations of a release, by text in the file's order, and those left out.

    `keys` are the file's names for them, annotators if it is `named`. `misplaced` counts those left
    out that are valid annotations of the other kind. `skipped` is what else was left out.
    """

    kind: Kind
    tokens: Mapping[str, Sequence[str]] = field(default_factory=dict)
    named: bool = False
    vectors: dict[str, Sequence[Vector]] = field(default_factory=dict)
    keys: dict[str, Sequence[str]] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    misplaced: int = 0
    skipped: Sequence[Skipped] = ()

    def words(self, text: str) -> Sequence[str]:
        return self.tokens.get(text) or text.split()

    @property
    def all_skipped(self) -> list[Skipped]:
        """Return everything that was left out of the file, annotations included."""
        reasons = Counter(entry.reason for entry in self.left_out)
        annotations = (Skipped(f"annotation: {why}", n, 0) for why, n in reasons.items())
        return [*self.skipped, *annotations]

    @property
    def first_left_out(self) -> list[LeftOut]:
        """Return one annotation for each reason."""
        by_reason: dict[str, LeftOut] = {}
        for entry in self.left_out:
            by_reason.setdefault(entry.reason, entry)
        return list(by_reason.values())


def read_annotations(kind: Kind, release: Release, seen: Seen = unseen) -> Readings:
    """Read each text's annotations and remove them from the release, which is empty afterwards.

    So memory contains them only once. `seen` is called with the texts done and their number.
    """
    readings = Readings(kind, release.tokens, release.named, skipped=release.skipped)
    same: dict[tuple[str, ...], tuple[str, ...]] = {}  # most texts have the same keys
    total = len(release.texts)
    for number, text in enumerate(list(release.texts)):
        found = _read_text(readings, text, release.texts.pop(text))
        readings.vectors[text], keys = list(found.values()), tuple(found)
        readings.keys[text] = same.setdefault(keys, keys)
        if number % STEP == 0:
            seen("texts", number, total)
    seen("texts", total, total)
    return readings


def _read_text(
    readings: Readings, text: str, annotations: Mapping[str, object]
) -> dict[str, Vector]:
    """Return a text's vectors by key; a string that occurs several times is read once."""
    words, found = readings.words(text), dict[str, Vector]()
    known: dict[str, Vector] = {}
    for given, recorded in annotations.items():
        key = canonical(given)
        if key in found:
            readings.left_out.append(LeftOut(text, key, SECOND, f"{SECOND}. Keep one."))
            continue
        vector = known.get(recorded) if isinstance(recorded, str) else None
        if vector is None:
            try:
                vector = READ[readings.kind](recorded, words)
            except IllFormed as error:
                readings.left_out.append(LeftOut(text, key, error.reason, str(error)))
                readings.misplaced += _is_sound(OTHER[readings.kind], recorded, words)
                continue
            if isinstance(recorded, str):
                known[recorded] = vector
        found[key] = vector
    return found


def _is_sound(kind: Kind, recorded: object, words: Sequence[str]) -> bool:
    try:
        READ[kind](recorded, words)
    except IllFormed:
        return False
    return True


def score(
    readings: Readings, weights: str = "items", plan: Plan | None = None, *, people: bool = False
) -> Figures:
    """Return the figures as a campaign's live ones are computed.

    With other weights, α uses them. Intervals, by the plan, are over texts or over `people`.
    """
    kernel, texts = SEGMENTATION_KERNELS[readings.kind], list(readings.vectors.values())
    state = kernel.contributions(texts)
    figures: Figures = dict(kernel.figures(state))
    if readings.named:
        figures["workers"] = score_workers(readings, state)
    if plan:
        annotators = list(readings.keys.values()) if people else None
        found = bootstrap_segmentation(readings.kind, texts, annotators=annotators, plan=plan)
        figures = with_intervals(figures, found)
    if weights == "annotations":
        figures["alpha"] = figures["alpha_annotations"]
    reasons: Counter[str] = Counter(figures["left_out"])
    reasons.update(entry.reason for entry in readings.left_out)
    if unread := sum(not vectors for vectors in readings.vectors.values()):
        reasons["no annotation"] = unread
    return figures | {"left_out": dict(reasons)}


def score_workers(readings: Readings, state: Mapping[str, int]) -> list[Figures]:
    """Return α and S (d1) of each annotator's own pairs, in descending order of annotations.

    state : the tally of all texts
    """
    own: dict[str, Tally] = {}
    annotations: dict[str, int] = {}
    for text, vectors in readings.vectors.items():
        keys = readings.keys[text]
        for key in keys:
            annotations[key] = annotations.get(key, 0) + 1
        for key, share in count_text(vectors, keys).items():
            own.setdefault(key, Tally()).shift(share, 1)
    agreement = {
        key: count for key, count in state.items() if key.partition("/")[0] not in levels.COUNTED
    }
    total = alpha(take_apart(agreement)).total
    busiest = sorted(annotations, key=lambda key: (-annotations[key], key))
    return [
        {
            "worker": key,
            "annotations": annotations[key],
            **standing_figures(standing(own.get(key, {}), total, readings.kind)),
        }
        for key in busiest
    ]


def score_entailment(
    flat: Readings, nested: Readings, plan: Plan | None = None, *, people: bool = False
) -> Figures:
    shared = shared_texts(flat, nested)
    texts = [(flat.vectors[text], nested.vectors[text]) for text in shared]
    state = Tally.total(segmentation.entailment_contribution(*sides) for sides in texts)
    figures = dict(segmentation.entailment_figures(state))
    if plan is None:
        return figures
    annotators = [(flat.keys[text], nested.keys[text]) for text in shared] if people else None
    return figures | {"interval": bootstrap_entailment(texts, annotators=annotators, plan=plan)}


def shared_texts(flat: Readings, nested: Readings) -> list[str]:
    """Return the texts that are in both files with the same words."""
    return [
        text
        for text in flat.vectors
        if text in nested.vectors and flat.words(text) == nested.words(text)
    ]


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
    summary: JsonMapping = segmentation.item_summary(kind, side.vectors[text])
    line[f"{kind}_n"] = summary["n"]
    line[f"{kind}_disagreement"] = summary["disagreement"]["value"]
    line[f"{kind}_mode"] = FORMAT[kind](words, summary["mode"])
    line[f"{kind}_mode_support"] = summary["mode_support"]
    if summary["mode_ties"]:
        line["ties"][f"{kind}_mode"] = [FORMAT[kind](words, tie) for tie in summary["mode_ties"]]
    if summary["majority"] is not None:
        line[f"{kind}_majority"] = FORMAT[kind](words, summary["majority"])
        line[f"{kind}_majority_support"] = summary["majority_support"]
    if summary["majority_ties"]:
        line["ties"][f"{kind}_majority"] = summary["majority_ties"]


def _settle_together(line: Figures, flat: Readings, nested: Readings, text: str) -> None:
    words = flat.words(text)
    sides = flat.vectors[text], nested.vectors[text]
    summary: JsonMapping = segmentation.shared_summary(*sides)
    for name in ("femn", "iv"):
        choice = summary[name]
        if choice["winner"] is not None:
            line[name] = format_flat(words, choice["winner"])
            line[f"{name}_support"] = choice["support"]
        if choice["ties"]:
            line["ties"][name] = [format_flat(words, tie) for tie in choice["ties"]]
