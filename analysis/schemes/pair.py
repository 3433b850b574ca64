"""The computation of judged pairs of texts."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import itemgetter

from analysis.exports.export import USUAL, from_parts, in_pieces
from analysis.exports.pair import crowd_kit, judgments_csv, judgments_jsonl, label_studio
from analysis.exports.votes.pair_votes import consensus_csv, write_pair_gold
from analysis.exports.votes.soft_labels import soft_label_exports
from analysis.reading.pair_material import PairMaterial
from analysis.reading.vote_crowds import pair_crowd, pair_facts
from analysis.reading.vote_parts import Facts, VoteColumns
from analysis.replaying.pair import plan_pair_replay
from analysis.replaying.replay import Plan
from analysis.reports.intervals import pair_intervals
from analysis.schemes.base import Crowd, OwnMaterial, Vector, WholeConsensus
from analysis.schemes.mixins import HasVotes, HasWholeConsensus, Replayable
from analysis.signals.reading_tests import PairReading
from analysis.simulation.pair import MODEL, judge
from annotation.models import Campaign, Item
from midpath.comparing.votes import PairComparing
from midpath.gold.pair_votes import PairVotes
from midpath.recounts.pair import PairRecount
from midpath.schemes.base import Settings
from midpath.schemes.pair.settings import labels_of, yes_labels
from midpath.scoring.models import reported_models
from midpath.scoring.pairs import Pairs, as_crowd, pair_lines, who_judged_briefly


class PairAnalysis(PairRecount, HasVotes, HasWholeConsensus, Replayable):
    exports = {
        USUAL: in_pieces(write_pair_gold, "gold.json"),
        "judgments-csv": from_parts(judgments_csv, "judgments.csv"),
        "judgments-jsonl": from_parts(judgments_jsonl, "judgments.jsonl"),
        "consensus-csv": from_parts(consensus_csv, "consensus.csv"),
        **soft_label_exports("pair", PairVotes, labels_of),
        "crowd-kit": from_parts(crowd_kit, "crowd-kit.csv"),
        "label-studio": from_parts(label_studio, "label-studio.json"),
    }
    crowd = Crowd(MODEL, judge)
    comparing = PairComparing
    reading = PairReading()

    def facts(self, item: Item, settings: Settings) -> Facts:
        return pair_facts(item, settings)

    def material_of_votes(self, votes: VoteColumns, settings: Settings) -> OwnMaterial:
        found, yes = pair_crowd(votes, settings), yes_labels(settings)
        labels, models = labels_of(settings), reported_models(found.ballots, settings)
        return OwnMaterial(
            crowd=partial(who_judged_briefly, found, models),
            intervals=partial(pair_intervals, found, yes),
            views={"given": itemgetter(0), "yes_no": lambda vector: labels[vector[0]] in yes},
        )

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_pair_replay(campaign, file)

    def read_whole_consensus(self, campaign: Campaign) -> Callable[[], WholeConsensus]:
        material = PairMaterial(campaign)
        items = {item.name: pk for pk, item in material.items.items()}
        return partial(_consensus_of, material.folded(), items, material.answers)

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return whether the answers are equal, regardless of the marked words."""
        return Fraction(one[0] == other[0])


def _consensus_of(pairs: Pairs, items: Mapping[str, int], answers: Sequence[str]) -> WholeConsensus:
    place = {answer: index for index, answer in enumerate(answers)}
    found: dict[int, Vector | None] = {}
    for line in pair_lines(as_crowd(pairs)):
        settled, tied = line["dawid_skene"], line["dawid_skene_ties"]
        found[items[line["pair"]]] = None if tied or settled is None else (place[settled],)
    return {"Dawid–Skene": found}


analysis = PairAnalysis()
