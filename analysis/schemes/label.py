"""The computation of labels."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial

from analysis.exports.export import USUAL, from_parts, in_pieces
from analysis.exports.label import crowd_kit, judgments_csv, judgments_jsonl, label_studio
from analysis.exports.votes.label_votes import consensus_csv, write_label_gold
from analysis.exports.votes.soft_labels import soft_label_exports
from analysis.reading.label_material import LabelMaterial
from analysis.reading.vote_crowds import label_crowd, label_facts
from analysis.reading.vote_parts import Facts, VoteColumns
from analysis.replaying.label import plan_label_replay
from analysis.replaying.replay import Plan
from analysis.reports.intervals import label_intervals
from analysis.schemes.base import Crowd, OwnMaterial, Part, Vector, WholeConsensus
from analysis.schemes.mixins import HasParts, HasVotes, HasWholeConsensus, Replayable
from analysis.signals.label_reading import LabelReading
from analysis.simulation.label import MODEL, judge
from annotation.models import Campaign, Item
from midpath.comparing.votes import LabelComparing
from midpath.gold.label_votes import LabelVotes
from midpath.recounts.label import LabelRecount
from midpath.schemes.base import Settings
from midpath.schemes.label.answer import codes, names_of, places_of
from midpath.schemes.label.settings import ANY, SCALE
from midpath.schemes.overlap import shared
from midpath.scoring.labels import LabelCrowd, label_lines, who_labelled_briefly
from midpath.scoring.models import reported_models


class LabelAnalysis(LabelRecount, HasParts, HasVotes, HasWholeConsensus, Replayable):
    exports = {
        USUAL: in_pieces(write_label_gold, "gold.json"),
        "judgments-csv": from_parts(judgments_csv, "judgments.csv"),
        "judgments-jsonl": from_parts(judgments_jsonl, "judgments.jsonl"),
        "consensus-csv": from_parts(consensus_csv, "consensus.csv"),
        **soft_label_exports("item", LabelVotes, codes),
        "crowd-kit": from_parts(crowd_kit, "crowd-kit.csv"),
        "label-studio": from_parts(label_studio, "label-studio.json"),
    }
    crowd = Crowd(MODEL, judge)
    comparing = LabelComparing
    reading = LabelReading()

    def facts(self, item: Item, settings: Settings) -> Facts:
        return label_facts(item, settings)

    def material_of_votes(self, votes: VoteColumns, settings: Settings) -> OwnMaterial:
        found = label_crowd(votes, settings)
        models = reported_models(found.ballots, settings)
        return OwnMaterial(
            crowd=partial(who_labelled_briefly, found, models),
            intervals=partial(label_intervals, found),
            views={"given": tuple},
        )

    def read_whole_consensus(self, campaign: Campaign) -> Callable[[], WholeConsensus]:
        material = LabelMaterial(campaign)
        items = {item.name: pk for pk, item in material.items.items()}
        return partial(_consensus_of, material.folded(), items, material.labels)

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_label_replay(campaign, file)

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the labels, if any number may be chosen."""
        several = settings["kind"] == ANY
        return [Part("label", label=one) for one in names_of(vector, settings)] if several else ()

    def weighs(self, settings: Mapping[str, object]) -> bool:
        return bool(settings["kind"] != ANY)

    def likeness(self, one: Vector, other: Vector, settings: Settings) -> Fraction:
        """Return F1 of the labels if any number may be chosen, the closeness of the places on a
        scale, and otherwise whether the labels are equal."""
        mine, theirs = places_of(one, settings), places_of(other, settings)
        last = len(settings["labels"]) - 1
        if settings["kind"] == SCALE and last:
            return 1 - Fraction(abs(mine[0] - theirs[0]), last)
        return shared(mine, theirs)


def _consensus_of(
    crowd: LabelCrowd, items: Mapping[str, int], labels: Sequence[str]
) -> WholeConsensus:
    place = {label: index for index, label in enumerate(labels)}
    found: dict[int, Vector | None] = {}
    for line in label_lines(crowd):
        settled, item = line["dawid_skene"], items[line["item"]]
        if line["dawid_skene_ties"] or settled is None:
            found[item] = None
        elif crowd.kind == ANY:
            found[item] = (sum(1 << place[one] for one in settled),)
        else:
            found[item] = (place[settled],)
    return {"Dawid–Skene": found}


analysis = LabelAnalysis()
