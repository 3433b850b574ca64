"""Stored summaries of single texts for pages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse

from annotation.models import HIT, Campaign, Item, ItemEntailment, ItemSummary, Judgment
from annotation.research.common.item_rows import Dispute, ItemRow, disputed
from annotation.research.schemes.base import Link, SchemeView
from annotation.research.schemes.flat.cuts import Place, overlay_of_cuts, strip_of
from annotation.research.schemes.nested.groups import overlay_of_groups
from annotation.research.schemes.nested.readings import MAX_READINGS, SmallTree, small_trees
from annotation.research.schemes.overlay import Overlay
from annotation.schemes import SEGMENTATIONS
from midpath.schemes.nested.trees import tree_form
from midpath.tables.figures.segmentation_figures import SegmentationSummary, SharedSummary
from midpath.text.formatting import counted

MAJORITY = {"flat": "boundary majority", "nested": "consensus tree", "nary": "majority’s groups"}


def majority_of(campaign: Campaign) -> str:
    if campaign.scheme == "flat":
        return MAJORITY["flat"]
    return MAJORITY[tree_form(campaign.settings).kind]


@dataclass(frozen=True)
class Annotation:
    """An annotation: `vector` and `words` are drawn by the scheme's template; `form` is the form in
    files."""

    scheme: str
    vector: Sequence[int]
    words: Sequence[str]
    form: str
    count: int = 0

    @property
    def short(self) -> str:
        return f"research/schemes/{self.scheme}/short.html"


def table_of(scheme: str) -> str:
    """Return the template for the table of a text's annotations by frequency."""
    return f"research/schemes/{scheme}/annotations.html"


@dataclass(frozen=True)
class Consensus:
    name: str
    annotation: Annotation | None
    support: str
    tied: str = ""
    reason: str = ""


class SegmentationRow(ItemRow):
    """`table` is the template for the annotations by frequency; `strip` has the cuts of flat ones
    between the words."""

    strip: Sequence[Place]
    table: str
    annotations: Sequence[Annotation]
    consensus: Sequence[Consensus]


class SegmentationDispute(Dispute):
    strip: Sequence[Place]
    trees: Sequence[SmallTree]


def annotations_of(campaign: Campaign, hit: HIT, summary: ItemSummary | None) -> list[Annotation]:
    """Return the annotations by frequency, as in the tables of the papers."""
    if summary is None:
        return []
    stored: SegmentationSummary = summary.summary
    return [
        _annotation(campaign, vector, hit.item.words, count)
        for vector, count in stored.get("annotations", ())
    ]


def _strip(campaign: Campaign, hit: HIT, summary: ItemSummary | None) -> list[Place]:
    if campaign.scheme != "flat" or summary is None or not summary.judgments:
        return []
    stored: SegmentationSummary = summary.summary
    return strip_of(hit.item.words, stored.get("majority_support", ()), summary.judgments)


def _readings(campaign: Campaign, summary: ItemSummary) -> list[SmallTree]:
    if campaign.scheme == "flat":
        return []
    found = annotations_of(campaign, summary.hit, summary)[:MAX_READINGS]
    readings = [(one.vector, one.count, one.form) for one in found]
    return small_trees(summary.hit.item.words, readings, summary.judgments)


def consensus_of(
    campaign: Campaign,
    hit: HIT,
    summary: ItemSummary | None,
    shared: Sequence[ItemEntailment],
) -> list[Consensus]:
    if summary is None:
        return []
    stored: SegmentationSummary = summary.summary
    words = hit.item.words
    found = [_mode(campaign, stored, words), _majority(campaign, stored, words)]
    for entailment in shared:
        sides = entailment.entailment
        other = sides.nested if campaign.scheme == "flat" else sides.flat
        found.extend(_shared(entailment, words, f" with {other}" if len(shared) > 1 else ""))
    return found


def _mode(campaign: Campaign, stored: SegmentationSummary, words: Sequence[str]) -> Consensus:
    support: int = stored.get("mode_support", 0)
    of: int = stored.get("n", 0)
    return Consensus(
        "mode",
        _maybe(campaign, stored.get("mode"), words),
        f"{support} of {of}",
        _tie(stored.get("mode_ties", ())),
    )


def _majority(campaign: Campaign, stored: SegmentationSummary, words: Sequence[str]) -> Consensus:
    return Consensus(
        majority_of(campaign),
        _maybe(campaign, stored.get("majority"), words),
        "",
        _tied_boundaries(stored.get("majority_ties", ())),
        stored.get("majority_reason", ""),
    )


def _shared(entailment: ItemEntailment, words: Sequence[str], suffix: str) -> list[Consensus]:
    found = []
    stored: SharedSummary = entailment.summary
    for choice, name in (
        (stored.get("femn", {}), "FEMN"),
        (stored.get("iv", {}), "Iterative Voting"),
    ):
        support: int = choice.get("support", 0)
        found.append(
            Consensus(
                f"{name}{suffix}",
                _maybe(None, choice.get("winner"), words),
                f"entailed by {support} nested",
                _tie(choice.get("ties", ())),
                choice.get("reason", ""),
            )
        )
    return found


def _tie(ties: Sequence[object]) -> str:
    return f"tie of {apnumber(len(ties))}" if ties else ""


def _tied_boundaries(ties: Sequence[object]) -> str:
    if not ties:
        return ""
    return "1 boundary tied" if len(ties) == 1 else f"{len(ties)} boundaries tied"


def _maybe(
    campaign: Campaign | None, vector: Sequence[int] | None, words: Sequence[str]
) -> Annotation | None:
    return None if vector is None else _annotation(campaign, vector, words)


def _annotation(
    campaign: Campaign | None, vector: Sequence[int], words: Sequence[str], count: int = 0
) -> Annotation:
    """Return an annotation of the campaign, or a flat one without a campaign."""
    scheme, settings = (campaign.scheme, campaign.settings) if campaign else ("flat", {})
    form = SEGMENTATIONS[scheme].form(vector, words, settings)
    return Annotation(scheme, tree_form(settings).heights(vector), words, form, count)


def _entailed(campaign: Campaign, hits: Sequence[HIT]) -> Mapping[int, list[ItemEntailment]]:
    side = "flat_hit" if campaign.scheme == "flat" else "nested_hit"
    found: defaultdict[int, list[ItemEntailment]] = defaultdict(list)
    sides = ("entailment__flat", "entailment__nested")
    entailments = (
        ItemEntailment.objects.filter(**{f"{side}__in": hits})
        .select_related(*sides)
        .only(side, "summary", *(f"{one}__name" for one in sides))
    )
    for entailment in entailments.order_by("pk"):
        found[getattr(entailment, f"{side}_id")].append(entailment)
    return found


class SegmentationView(SchemeView):
    """The common part of flat and nested segmentation."""

    heading = "Annotations by frequency"
    unlike = "the mean distance (d1) between them"
    judged_as = "reading"
    alike = "F1 of the parts, or of the groups of the tree"

    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[SegmentationRow]:
        shared = _entailed(campaign, hits)
        rows: list[SegmentationRow] = []
        for hit in hits:
            summary = getattr(hit, "summary", None)
            rows.append(
                {
                    "hit": hit,
                    "template": "research/results/item_summary.html",
                    "summary": summary,
                    "table": table_of(campaign.scheme),
                    "strip": _strip(campaign, hit, summary),
                    "annotations": annotations_of(campaign, hit, summary),
                    "consensus": consensus_of(campaign, hit, summary, shared[hit.pk]),
                }
            )
        return rows

    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        return _annotation(campaign, judgment.vector, judgment.hit.item.words)

    def overlay(self, campaign: Campaign, row: ItemRow) -> Overlay | None:
        summary = row["summary"]
        if summary is None or not summary.judgments or not row["hit"].item.words[1:]:
            return None
        stored: SegmentationSummary = summary.summary
        words, of = row["hit"].item.words, summary.judgments
        if campaign.scheme == "flat":
            return overlay_of_cuts(words, stored.get("majority_support", ()), of)
        form = tree_form(campaign.settings)
        trees = [(form.heights(vector), times) for vector, times in stored.get("annotations", ())]
        return overlay_of_groups(words, trees, of)

    def dispute(self, campaign: Campaign, summary: ItemSummary) -> SegmentationDispute:
        stored: SegmentationSummary = summary.summary
        return {
            **disputed(summary, len(stored.get("mode_ties", ()))),
            "strip": _strip(campaign, summary.hit, summary),
            "trees": _readings(campaign, summary),
        }

    def facts(self, item: Item) -> str:
        return counted(len(item.words), "word")

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return [Link("biases", "Bias", reverse("research:biases", args=(campaign.pk,)))]
