"""The computation of labels."""

from analysis.exports.export import CSV, JSON, JSON_LINES, USUAL, Export
from analysis.exports.label import (
    consensus_csv,
    crowd_kit,
    judgments_csv,
    judgments_jsonl,
    label_gold,
)
from analysis.kernels.label import LabelKernel
from analysis.reading.label_material import LabelMaterial
from analysis.reading.own_material import OwnMaterial
from analysis.replaying.label import plan_label_replay
from analysis.replaying.replay import Plan
from analysis.reports.label_intervals import label_intervals
from analysis.schemes.base import SchemeAnalysis
from analysis.scoring.labels import who_labelled
from analysis.signals.label_reading import LabelReading
from analysis.simulation.crowd import Crowd
from analysis.simulation.label import MODEL, judge
from annotation.models import Campaign


class LabelAnalysis(SchemeAnalysis):
    kernel = LabelKernel()
    exports = {
        USUAL: Export(label_gold, "gold.json", JSON),
        "judgments-csv": Export(judgments_csv, "judgments.csv", CSV),
        "judgments-jsonl": Export(judgments_jsonl, "judgments.jsonl", JSON_LINES),
        "consensus-csv": Export(consensus_csv, "consensus.csv", CSV),
        "crowd-kit": Export(crowd_kit, "crowd-kit.csv", CSV),
    }
    crowd = Crowd(MODEL, judge)
    reading = LabelReading()

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        folded = LabelMaterial(campaign).folded()
        return OwnMaterial(
            crowd=lambda: who_labelled(folded), intervals=lambda: label_intervals(folded)
        )

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_label_replay(campaign, file)


analysis = LabelAnalysis()
