"""Gold of labels, pairs, spans and evidence built all at once: the streamed one must equal it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import orjson

from agreement.spans.workers import ways_of, workers_of
from analysis.exports.label import judgment_rows as label_rows
from analysis.exports.pair import judgment_rows as pair_rows
from analysis.exports.spans import judgment_rows as span_rows
from analysis.exports.terms import settling_of, terms_of
from analysis.reading.evidence_material import EvidenceMaterial
from analysis.reading.label_material import LabelMaterial
from analysis.reading.pair_material import PairMaterial
from analysis.reading.span_material import SpanMaterial
from annotation.models import AgreementState, Campaign
from annotation.services.work.counting import withdrawn_from
from midpath.exchange.evidence.common_form import Evidence
from midpath.exchange.release import CANONICAL
from midpath.gold.evidence_lines import FORMAT, decided, document_content, question_content
from midpath.gold.label_votes import LabelItem, given
from midpath.gold.pair_votes import pair_content
from midpath.gold.span_lines import item_content, listed
from midpath.kernels.evidence import EvidenceKernel
from midpath.kernels.label import LabelKernel
from midpath.kernels.pair import PairKernel
from midpath.kernels.spans import SpanKernel
from midpath.schemes.label.answer import codes_of
from midpath.schemes.spans.answer import named_spans
from midpath.scoring.evidence import evidence_lines, score_evidence
from midpath.scoring.labels import figures_of_labels, label_lines, who_labelled
from midpath.scoring.pairs import as_crowd, pair_lines, tallied_figures, who_judged
from midpath.scoring.spans import figures_of_spans, span_lines
from tests.exports.slow_parts import in_gold, sources_of, vectors_of

Content = dict[str, Any]


def label_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, counting judgments, consensus, figures and terms."""
    material, settings = LabelMaterial(campaign), campaign.settings
    crowd, kind = material.counting(), campaign.settings["kind"]
    content = {
        "format": "midpath labels 1",
        "items": {item.name: _label_item(item, kind) for item in material.items.values()},
        "judgments": _counting(label_rows(settings, material.in_order()), "kind"),
        "consensus": {line["item"]: line for line in label_lines(crowd)},
    }
    figures = {"agreement": figures_of_labels(crowd), "crowd": who_labelled(crowd)}
    return _of_votes(
        campaign,
        material,
        content,
        figures,
        LabelKernel(),
        lambda vector: given(codes_of(vector, settings), kind),
    )


def pair_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with pairs, counting judgments, consensus, figures and terms."""
    material = PairMaterial(campaign)
    crowd = as_crowd(material.counting())
    content = {
        "format": "midpath pairs 1",
        "pairs": {item.name: pair_content(item) for item in material.items.values()},
        "judgments": _counting(pair_rows(material, material.in_order()), "stratum", "similarity"),
        "consensus": {line["pair"]: line for line in pair_lines(crowd)},
    }
    figures = {"agreement": tallied_figures(crowd, material.yes), "crowd": who_judged(crowd)}
    return _of_votes(
        campaign,
        material,
        content,
        figures,
        PairKernel(),
        lambda vector: material.answers[vector[0]],
    )


def span_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, counting judgments, consensus, figures and terms."""
    material, settings = SpanMaterial(campaign), campaign.settings
    crowd = material.counting()
    content = {
        "format": "midpath spans 1",
        "items": {item.name: item_content(item) for item in material.items.values()},
        "judgments": _counting(span_rows(settings, material.in_order())),
        "consensus": {line["item"]: line for line in span_lines(crowd)},
    }
    figures = {
        "agreement": figures_of_spans(crowd),
        "workers": workers_of(crowd.votes, crowd.gold),
        "ways": ways_of(crowd.votes, crowd.gold),
    }
    return _of_votes(
        campaign,
        material,
        content,
        figures,
        SpanKernel(),
        lambda vector: listed(named_spans(vector, settings)),
    )


def evidence_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with documents, questions, counting answers, figures and terms."""
    material = EvidenceMaterial(campaign)
    evidence = material.counting()
    judged = Evidence(evidence.documents, [one for one in evidence.questions if one.answers])
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign),
        "workers": sources_of(material.judgments),
        "documents": {
            name: document_content(document) for name, document in evidence.documents.items()
        },
        "questions": {one.id: question_content(one) for one in evidence.questions},
        "consensus": {line["question"]: line for line in evidence_lines(judged, None)},
        "figures": {
            **_counts(campaign, material, sum(len(one.answers) for one in judged.questions)),
            "not_counted": sum(not one.counts for one in material.judgments),
            "agreement": score_evidence(judged),
        },
        **in_gold(
            campaign,
            EvidenceKernel(),
            {item.pk: item.text for item in material.items},
            vectors_of(material.judgments),
            lambda vector, _: decided(vector, campaign.settings),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def _of_votes(
    campaign: Campaign,
    material: Any,
    content: Content,
    figures: Content,
    kernel: Any,
    named: Callable[[Sequence[int]], object],
) -> bytes:
    """Add the terms, the workers, the figures and the decisions, whose vectors `named` reads."""
    names = {pk: item.name for pk, item in material.items.items()}
    judgments = len(content["judgments"])
    content |= {
        "campaign": terms_of(campaign) | settling_of(campaign),
        "workers": sources_of(material.judgments),
        "figures": {
            **_counts(campaign, material, judgments),
            "not_counted": len(material.judgments) - judgments,
            **figures,
        },
        **in_gold(
            campaign, kernel, names, vectors_of(material.judgments), lambda vector, _: named(vector)
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def _counts(campaign: Campaign, material: Any, judgments: int) -> Content:
    state = AgreementState.objects.filter(campaign=campaign).first()
    return {
        "version": state.version if state else 0,
        "judgments": judgments,
        "withdrawn": withdrawn_from(campaign),
        "not_folded": sum(one.counts != one.folded for one in material.judgments),
    }


def _counting(rows: Iterable[Mapping[str, Any]], *left_out: str) -> list[Content]:
    """Return the rows that count, without these fields."""
    return [
        {name: value for name, value in row.items() if name not in {"counts", *left_out}}
        for row in rows
        if row["counts"]
    ]


def _label_item(item: LabelItem, kind: str) -> Content:
    gold = None if item.gold is None else given(item.gold, kind)
    return {"texts": item.texts, "gold": gold, "words": item.words}
