"""The figures of release files, without a database, by the functions of the live figures."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from agreement.bootstrap import Plan
from agreement.segmentation import figures as segmentation
from agreement.segmentation import levels
from agreement.segmentation.alpha import alpha
from agreement.segmentation.annotators import count_text, standing, standing_figures
from agreement.segmentation.boundaries import IllFormed, Vector, format_flat
from agreement.segmentation.counting import take_apart
from agreement.segmentation.figures import Kind
from agreement.segmentation.intervals import (
    bootstrap_entailment,
    bootstrap_segmentation,
    with_intervals,
)
from agreement.segmentation.shapes import read_flat, read_nested
from agreement.segmentation.tree_kinds import labelled
from agreement.segmentation.tree_kinds.labelled_vectors import heights_of
from agreement.tally import Tally
from midpath.exchange.files import Seen, unseen
from midpath.exchange.release import Release
from midpath.exchange.rows import Skipped
from midpath.json_types import Figures
from midpath.kernels.labelled import kernel_of
from midpath.kernels.segmentation import SEGMENTATION_KERNELS, SegmentationKernel
from midpath.schemes.nested.trees import BINARY, TreeForm
from midpath.scoring.tree_files import PLAIN, Labels, recognise
from midpath.text.characters import canonical

READ: Mapping[Kind, Callable[[object, Sequence[str]], Vector]] = {
    "flat": read_flat,
    "nested": read_nested,
}
Read = Callable[[object, Sequence[str]], Vector]
COUNTED = (*levels.COUNTED, *labelled.COUNTED)
OTHER: Mapping[Kind, Kind] = {"flat": "nested", "nested": "flat"}
STEP = 1000
SECOND = "A second annotation of the text by the same annotator"


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
    out that are valid annotations of the other kind. `skipped` is what else was left out. `form`
    is that of the trees in a nested file.
    """

    kind: Kind
    tokens: Mapping[str, Sequence[str]] = field(default_factory=dict)
    named: bool = False
    vectors: dict[str, Sequence[Vector]] = field(default_factory=dict)
    keys: dict[str, Sequence[str]] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    misplaced: int = 0
    skipped: Sequence[Skipped] = ()
    form: TreeForm = BINARY

    @property
    def kernel(self) -> SegmentationKernel:
        return SEGMENTATION_KERNELS["flat"] if self.kind == "flat" else kernel_of(self.form)

    @property
    def trees(self) -> Mapping[str, Sequence[Vector]]:
        """Return the vectors without labels."""
        if not self.form.labels:
            return self.vectors
        return {text: list(map(heights_of, given)) for text, given in self.vectors.items()}

    def written(self, words: Sequence[str], vector: Sequence[int]) -> str:
        """Return an annotation in plain form."""
        if self.kind == "flat":
            return format_flat(words, vector)
        return self.form.forms([tuple(vector)], words)[0]

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
    form = recognise(release) if kind == "nested" else PLAIN
    labels = Labels()
    read = READ[kind] if form.is_plain else partial(labels.read, form)
    same: dict[tuple[str, ...], tuple[str, ...]] = {}  # most texts have the same keys
    total = len(release.texts)
    for number, text in enumerate(list(release.texts)):
        found = _read_text(readings, text, release.texts.pop(text), read)
        readings.vectors[text], keys = list(found.values()), tuple(found)
        readings.keys[text] = same.setdefault(keys, keys)
        if number % STEP == 0:
            seen("texts", number, total)
    seen("texts", total, total)
    readings.form = TreeForm(form.kind, labels.names)
    labels.sort(readings.vectors)
    return readings


def _read_text(
    readings: Readings, text: str, annotations: Mapping[str, object], read: Read
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
                vector = read(recorded, words)
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
    kernel = readings.kernel
    state = kernel.contributions(list(readings.vectors.values()))
    figures: Figures = dict(kernel.figures(state))
    if readings.form != BINARY:
        figures["trees"] = {"kind": readings.form.kind, "labels": list(readings.form.labels)}
    if readings.named:
        figures["workers"] = score_workers(readings, state)
    if plan:
        annotators = list(readings.keys.values()) if people else None
        texts = list(readings.trees.values())
        found = bootstrap_segmentation(kernel.kind, texts, annotators=annotators, plan=plan)
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
    for text, vectors in readings.trees.items():
        keys = readings.keys[text]
        for key in keys:
            annotations[key] = annotations.get(key, 0) + 1
        for key, share in count_text(vectors, keys).items():
            own.setdefault(key, Tally()).shift(share, 1)
    agreement = {key: count for key, count in state.items() if key.partition("/")[0] not in COUNTED}
    total = alpha(take_apart(agreement)).total
    busiest = sorted(annotations, key=lambda key: (-annotations[key], key))
    return [
        {
            "worker": key,
            "annotations": annotations[key],
            **standing_figures(standing(own.get(key, {}), total, readings.kernel.kind)),
        }
        for key in busiest
    ]


def score_entailment(
    flat: Readings, nested: Readings, plan: Plan | None = None, *, people: bool = False
) -> Figures:
    shared = shared_texts(flat, nested)
    trees = nested.trees
    texts = [(flat.vectors[text], trees[text]) for text in shared]
    kind = nested.kernel.kind
    state = Tally.total(segmentation.entailment_contribution(*sides, kind) for sides in texts)
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
