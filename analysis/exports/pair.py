"""Files of a campaign of pairs: its judgments, its consensus, and gold with all of it.

Each is read in one snapshot and holds no time of its own, so equal data gives equal bytes. A pair
has its dataset's name, a worker and a judgment have their numbers. `manage.py score --pairs`
computes the live figures from the judgments.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from agreement.votes.pair_figures import stratum_of
from analysis.exports.csv_files import csv_file, moment, seconds
from analysis.exports.decisions import NOT_DECIDED, decided_in_rows, in_gold
from analysis.exports.terms import terms_of
from analysis.kernels.pair import PairKernel
from analysis.reading.campaign_judgments import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.pair_material import PairItem, PairMaterial
from analysis.scoring.pairs import as_crowd, pair_lines, tallied_figures, who_judged
from annotation.exchange.pairs.content import as_decimal
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath pairs 1"
SIDES = ("left", "right")
JUDGMENT_COLUMNS = (
    *(
        "judgment",
        "pair",
        "worker",
        "answer",
        "means",
        "counts",
        "late",
        "known",
        "repeat",
        "review",
    ),
    *("left", "right", "marked", "claimed_at", "submitted_at", "seconds", "words"),
    *("stratum", "similarity", "gold", *TIMES, *SUGGESTION),
)
PAIR_COLUMNS = ("pair", "stratum", "similarity", "judgments")
CONSENSUS_COLUMNS = (
    *("majority", "support", "ties", "absolute_majority", "dawid_skene", "posterior"),
    *("dawid_skene_ties", "gold"),
)
Content = dict[str, Any]


def judgments_csv(campaign: Campaign) -> bytes:
    """Return every judgment, also those that do not count; keywords are separated by semicolons."""
    rows = [
        row
        | {side: "; ".join(row["keywords"].get(side, ())) for side in SIDES}
        | {"similarity": _written(row["similarity"])}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(PairMaterial(campaign))
    ]
    return csv_file(JUDGMENT_COLUMNS, rows)


def judgments_jsonl(campaign: Campaign) -> bytes:
    rows = (
        row | {"similarity": _number(row["similarity"])}
        for row in judgment_rows(PairMaterial(campaign))
    )
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def crowd_kit(campaign: Campaign) -> bytes:
    """Return the judgments that count, in the form of crowd-kit's aggregations."""
    material = PairMaterial(campaign)
    rows = (
        {
            "task": item.name,
            "worker": str(judgment.worker),
            "label": material.answer(judgment),
        }
        for item, judgment in material.in_order()
        if judgment.counts
    )
    return csv_file(["task", "worker", "label"], rows)


def consensus_csv(campaign: Campaign) -> bytes:
    """Return one row for each judged pair: its votes, and the consensus by each way."""
    material = PairMaterial(campaign)
    votes = {answer: f"votes: {answer}" for answer in material.answers}
    names = {pk: item.name for pk, item in material.items.items()}
    decided = decided_in_rows(campaign, names, lambda vector: material.answers[vector[0]])
    rows = [
        line
        | decided.get(line["pair"], NOT_DECIDED)
        | {name: line["votes"].get(answer, 0) for answer, name in votes.items()}
        | {
            "judgments": sum(line["votes"].values()),
            "ties": "; ".join(line["ties"]),
            "dawid_skene_ties": "; ".join(line["dawid_skene_ties"]),
            "posterior": f"{line['posterior'][line['dawid_skene']]:.6f}",
            "similarity": "" if line["similarity"] is None else f"{line['similarity']:.6f}",
        }
        for line in pair_lines(as_crowd(material.counting()))
    ]
    columns = [*PAIR_COLUMNS, *votes.values(), *CONSENSUS_COLUMNS, *NOT_DECIDED]
    return csv_file(columns, rows)


def pair_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with pairs, judgments that count, consensus, figures and terms."""
    material = PairMaterial(campaign)
    crowd = as_crowd(material.counting())
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [row for row in judgment_rows(material) if row["counts"]]
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": material.sources,
        "pairs": {item.name: _pair(item) for item in material.items.values()},
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
            material.vectors(),
            lambda vector, _: material.answers[vector[0]],
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def judgment_rows(material: PairMaterial) -> Iterator[Content]:
    for item, judgment in material.in_order():
        yield _judgment(material, item, judgment)


def _judgment(material: PairMaterial, item: PairItem, judgment: JudgmentRead) -> Content:
    answer, given = material.answer(judgment), judgment.payload.get("keywords") or {}
    return {
        "judgment": judgment.pk,
        "pair": item.name,
        "worker": str(judgment.worker),
        "answer": answer,
        "means": "yes" if answer in material.yes else "no",
        "counts": judgment.counts,
        "late": judgment.late,
        "known": judgment.known,
        "repeat": judgment.repeat,
        "review": judgment.review,
        "keywords": {side: list(given.get(side, ())) for side in SIDES},
        "marked": bool(judgment.payload.get("marked", False)),
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": item.words,
        "stratum": stratum_of(item.content.get("stratum"), item.content.get("similarity")),
        "similarity": item.content.get("similarity"),
        "gold": item.gold,
        **judgment.times_told,
        **judgment.beside_suggestion,
    }


def _pair(item: PairItem) -> Content:
    content = item.content
    return {
        "left": content["left"],
        "right": content["right"],
        "similarity": _number(content.get("similarity")),
        "stratum": stratum_of(content.get("stratum"), content.get("similarity")),
        "gold": item.gold,
        "words": item.words,
    }


def _written(similarity: int | None) -> str:
    return "" if similarity is None else as_decimal(similarity)


def _number(similarity: int | None) -> float | None:
    return None if similarity is None else similarity / 1_000_000
