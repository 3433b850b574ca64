"""The computation of spans."""

from collections.abc import Collection, Mapping
from fractions import Fraction

from analysis.exports.export import USUAL, from_parts, in_pieces
from analysis.exports.span_gold import write_span_gold
from analysis.exports.spans import (
    judgments_csv,
    judgments_jsonl,
    spans_brat,
    spans_conll,
    spans_csv,
    spans_label_studio,
    spans_spacy,
    spans_web_annotation,
)
from analysis.reading.span_material import SpanMaterial
from analysis.replaying.replay import Plan
from analysis.replaying.spans import plan_span_replay
from analysis.reports.intervals import span_intervals
from analysis.schemes.base import Crowd, OwnMaterial, Part, Vector
from analysis.schemes.mixins import HasParts, Replayable
from analysis.signals.reading_tests import SpanReading
from analysis.simulation.spans import MODEL, judge
from annotation.models import Campaign
from midpath.comparing.spans import SpanComparing
from midpath.recounts.spans import SpanRecount
from midpath.schemes.overlap import shared
from midpath.schemes.spans.answer import named_spans, spans_of


class SpansAnalysis(SpanRecount, HasParts, Replayable):
    exports = {
        USUAL: in_pieces(write_span_gold, "gold.json"),
        "judgments-csv": from_parts(judgments_csv, "judgments.csv"),
        "judgments-jsonl": from_parts(judgments_jsonl, "judgments.jsonl"),
        "spans-csv": from_parts(spans_csv, "spans.csv"),
        "conll": from_parts(spans_conll, "spans.conll"),
        "spacy": from_parts(spans_spacy, "spacy.jsonl"),
        "label-studio": from_parts(spans_label_studio, "label-studio.json"),
        "brat": from_parts(spans_brat, "brat.zip"),
        "web-annotation": from_parts(spans_web_annotation, "spans.jsonld"),
    }
    crowd = Crowd(MODEL, judge)
    comparing = SpanComparing
    reading = SpanReading()

    def own_material(self, campaign: Campaign) -> OwnMaterial:
        folded = SpanMaterial(campaign).folded()
        return OwnMaterial(intervals=lambda: span_intervals(folded))

    def plan_replay(self, campaign: Campaign, file: str) -> Plan:
        return plan_span_replay(campaign, file)

    def parts(self, vector: Vector, settings: Mapping[str, object]) -> Collection[Part]:
        """Return the spans, in places of the marked text."""
        return [Part("span", *span) for span in named_spans(vector, settings)]

    def likeness(self, one: Vector, other: Vector, settings: Mapping[str, object]) -> Fraction:
        """Return F1 of the spans."""
        return shared(list(spans_of(one)), list(spans_of(other)))


analysis = SpansAnalysis()
