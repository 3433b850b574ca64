"""Gold of labels and of pairs built all at once: the streamed one must equal it."""

from typing import Any

import orjson

from analysis.exports.label import given
from analysis.exports.label import judgment_rows as label_rows
from analysis.exports.pair import judgment_rows as pair_rows
from analysis.exports.pair import pair_content
from analysis.exports.terms import terms_of
from analysis.kernels.label import LabelKernel
from analysis.kernels.pair import PairKernel
from analysis.reading.label_material import LabelItem, LabelMaterial
from analysis.reading.pair_material import PairMaterial
from analysis.scoring.labels import figures_of_labels, label_lines, who_labelled
from analysis.scoring.pairs import as_crowd, pair_lines, tallied_figures, who_judged
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.schemes.label.answer import codes_of
from annotation.services.work.counting import withdrawn_from
from tests.exports.slow_parts import in_gold, sources_of, vectors_of

Content = dict[str, Any]


def label_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, counting judgments, consensus, figures and terms."""
    material = LabelMaterial(campaign)
    crowd = material.counting()
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [row for row in label_rows(campaign.settings, material.in_order()) if row["counts"]]
    lines, settings = label_lines(crowd), campaign.settings
    content = {
        "format": "midpath labels 1",
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": sources_of(material.judgments),
        "items": {
            item.name: _item(item, campaign.settings["kind"]) for item in material.items.values()
        },
        "judgments": [
            {name: row[name] for name in row if name not in {"counts", "kind"}} for row in counting
        ],
        "consensus": {line["item"]: line for line in lines},
        "figures": {
            "version": state.version if state else 0,
            "judgments": len(counting),
            "not_counted": len(material.judgments) - len(counting),
            "withdrawn": withdrawn_from(campaign),
            "not_folded": sum(one.counts != one.folded for one in material.judgments),
            "agreement": figures_of_labels(crowd),
            "crowd": who_labelled(crowd),
        },
        **in_gold(
            campaign,
            LabelKernel(),
            {pk: item.name for pk, item in material.items.items()},
            vectors_of(material.judgments),
            lambda vector, _: given(codes_of(vector, settings), settings["kind"]),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def pair_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with pairs, counting judgments, consensus, figures and terms."""
    material = PairMaterial(campaign)
    crowd = as_crowd(material.counting())
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [row for row in pair_rows(material, material.in_order()) if row["counts"]]
    content = {
        "format": "midpath pairs 1",
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": sources_of(material.judgments),
        "pairs": {item.name: pair_content(item) for item in material.items.values()},
        "judgments": [
            {name: row[name] for name in row if name not in {"counts", "stratum", "similarity"}}
            for row in counting
        ],
        "consensus": {line["pair"]: line for line in pair_lines(crowd)},
        "figures": {
            "version": state.version if state else 0,
            "judgments": len(counting),
            "not_counted": len(material.judgments) - len(counting),
            "withdrawn": withdrawn_from(campaign),
            "not_folded": sum(one.counts != one.folded for one in material.judgments),
            "agreement": tallied_figures(crowd, material.yes),
            "crowd": who_judged(crowd),
        },
        **in_gold(
            campaign,
            PairKernel(),
            {pk: item.name for pk, item in material.items.items()},
            vectors_of(material.judgments),
            lambda vector, _: material.answers[vector[0]],
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def _item(item: LabelItem, kind: str) -> Content:
    gold = None if item.gold is None else given(item.gold, kind)
    return {"texts": item.texts, "gold": gold, "words": item.words}
