"""Gold of spans built all at once: the streamed one must equal it."""

import orjson

from agreement.spans.workers import ways_of, workers_of
from analysis.exports.spans import item_content, judgment_rows, listed
from analysis.exports.terms import terms_of
from analysis.kernels.spans import SpanKernel
from analysis.reading.span_material import SpanMaterial
from analysis.scoring.spans import figures_of_spans, span_lines
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.schemes.spans.answer import named_spans
from annotation.services.work.counting import withdrawn_from
from tests.exports.slow_parts import in_gold, sources_of, vectors_of


def span_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, counting judgments, consensus, figures and terms."""
    material = SpanMaterial(campaign)
    crowd = material.counting()
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [
        row for row in judgment_rows(campaign.settings, material.in_order()) if row["counts"]
    ]
    content = {
        "format": "midpath spans 1",
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": sources_of(material.judgments),
        "items": {item.name: item_content(item) for item in material.items.values()},
        "judgments": [{name: row[name] for name in row if name != "counts"} for row in counting],
        "consensus": {line["item"]: line for line in span_lines(crowd)},
        "figures": {
            "version": state.version if state else 0,
            "judgments": len(counting),
            "not_counted": len(material.judgments) - len(counting),
            "withdrawn": withdrawn_from(campaign),
            "not_folded": sum(one.counts != one.folded for one in material.judgments),
            "agreement": figures_of_spans(crowd),
            "workers": workers_of(crowd.votes, crowd.gold),
            "ways": ways_of(crowd.votes, crowd.gold),
        },
        **in_gold(
            campaign,
            SpanKernel(),
            {pk: item.name for pk, item in material.items.items()},
            vectors_of(material.judgments),
            lambda vector, _: listed(named_spans(vector, campaign.settings)),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)
