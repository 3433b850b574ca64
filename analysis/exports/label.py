"""Files of a campaign of labels: its judgments, its consensus, and gold with all of it.

Each is read in one snapshot and holds no time of its own, so equal data gives equal bytes. A text
is its own name, a worker and a judgment have their numbers; a place on a scale is its number from
1. Several labels are parted by bars. `manage.py score --labels` computes the live figures from the
judgments.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from agreement.votes.label_counting import Answer
from analysis.exports.csv_files import csv_file, moment, seconds
from analysis.exports.decisions import NOT_DECIDED, decided_in_rows, in_gold
from analysis.exports.terms import terms_of
from analysis.kernels.label import LabelKernel
from analysis.reading.campaign_judgments import SUGGESTION, TIMES, JudgmentRead
from analysis.reading.label_material import LabelItem, LabelMaterial
from analysis.scoring.labels import LabelCrowd, figures_of_labels, label_lines, who_labelled
from annotation.exchange.release import CANONICAL
from annotation.models import AgreementState, Campaign
from annotation.schemes.label.answer import codes_of, names_of
from annotation.schemes.label.settings import ANY, SCALE
from annotation.services.work.counting import withdrawn_from

FORMAT = "midpath labels 1"
DIVIDER = "|"
JUDGMENT_COLUMNS = (
    *(
        "judgment",
        "item",
        "worker",
        "label",
        "names",
        "kind",
        "counts",
        "late",
        "known",
        "repeat",
        "review",
    ),
    *("claimed_at", "submitted_at", "seconds", "words", "gold", *TIMES, *SUGGESTION),
)
SETS = ("majority", "ties", "absolute_majority", "dawid_skene", "dawid_skene_ties", "gold")
Content = dict[str, Any]


def judgments_csv(campaign: Campaign) -> bytes:
    """Return every judgment, also those that do not count."""
    rows = [
        row
        | {name: _written(row[name]) for name in ("label", "names", "gold")}
        | {name: seconds(row[name]) for name in ("seconds", *TIMES)}
        for row in judgment_rows(LabelMaterial(campaign))
    ]
    return csv_file(JUDGMENT_COLUMNS, rows)


def judgments_jsonl(campaign: Campaign) -> bytes:
    rows = judgment_rows(LabelMaterial(campaign))
    return b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)


def crowd_kit(campaign: Campaign) -> bytes:
    """Return the judgments that count, in the form of crowd-kit's aggregations."""
    material = LabelMaterial(campaign)
    rows = (
        {
            "task": item.name,
            "worker": str(judgment.worker),
            "label": _written(material.answer(judgment)),
        }
        for item, judgment in material.in_order()
        if judgment.counts
    )
    return csv_file(["task", "worker", "label"], rows)


def consensus_csv(campaign: Campaign) -> bytes:
    """Return one row for each judged text: its votes, and the consensus by each way."""
    material = LabelMaterial(campaign)
    crowd = material.counting()
    judged = dict(zip(crowd.ballots.item_names, _judgments(crowd), strict=True))
    votes = {label: f"votes: {label}" for label in material.labels}
    middle = ["median"] if crowd.kind == SCALE else []
    names = {pk: item.name for pk, item in material.items.items()}
    decided = decided_in_rows(
        campaign, names, lambda vector: _written(codes_of(vector, campaign.settings))
    )
    rows = [
        line
        | decided.get(line["item"], NOT_DECIDED)
        | {name: line["votes"].get(label, 0) for label, name in votes.items()}
        | {name: _written(line[name]) for name in (*SETS, *middle)}
        | {
            "judgments": judged[line["item"]],
            "support": line.get("support", ""),
            "posterior": _posterior(line),
        }
        for line in label_lines(crowd)
    ]
    columns = ["item", "judgments", *votes.values(), "majority", "support", "ties"]
    columns += ["absolute_majority", *middle, "dawid_skene", "posterior", "dawid_skene_ties"]
    return csv_file([*columns, "gold", *NOT_DECIDED], rows)


def label_gold(campaign: Campaign) -> bytes:
    """Return one JSON file with texts, judgments that count, consensus, figures and terms."""
    material = LabelMaterial(campaign)
    crowd = material.counting()
    state = AgreementState.objects.filter(campaign=campaign).first()
    counting = [row for row in judgment_rows(material) if row["counts"]]
    lines, settings = label_lines(crowd), campaign.settings
    content = {
        "format": FORMAT,
        "campaign": terms_of(campaign) | {"most_judgments": campaign.most_judgments},
        "workers": material.sources,
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
            material.vectors(),
            lambda vector, _: given(codes_of(vector, settings), settings["kind"]),
        ),
    }
    return orjson.dumps(content, option=CANONICAL)


def judgment_rows(material: LabelMaterial) -> Iterator[Content]:
    for item, judgment in material.in_order():
        yield _judgment(material, item, judgment)


def _judgment(material: LabelMaterial, item: LabelItem, judgment: JudgmentRead) -> Content:
    settings = material.campaign.settings
    kind, level = settings["kind"], settings["level"]
    return {
        "judgment": judgment.pk,
        "item": item.name,
        "worker": str(judgment.worker),
        "label": given(material.answer(judgment), kind),
        "names": names_of(judgment.vector, settings),
        "kind": level if kind == SCALE else kind,
        "counts": judgment.counts,
        "late": judgment.late,
        "known": judgment.known,
        "repeat": judgment.repeat,
        "review": judgment.review,
        "claimed_at": moment(judgment.claimed_at),
        "submitted_at": moment(judgment.submitted_at),
        "seconds": judgment.milliseconds / 1000,
        "words": item.words,
        "gold": None if item.gold is None else given(item.gold, kind),
        **judgment.times_told,
        **judgment.beside_suggestion,
    }


def given(answer: Answer, kind: str) -> str | list[str]:
    """Return the label, or where any number may be given the list of them."""
    return list(answer) if kind == ANY else answer[0]


def _item(item: LabelItem, kind: str) -> Content:
    gold = None if item.gold is None else given(item.gold, kind)
    return {"texts": item.texts, "gold": gold, "words": item.words}


def _judgments(crowd: LabelCrowd) -> Iterable[int]:
    """Return how many judgments each text has, in the order of the texts' names."""
    times = [0] * len(crowd.ballots.item_names)
    for item in crowd.ballots.items.tolist():
        times[item] += 1
    return times


def _posterior(line: Content) -> str:
    """Return the probability of the label that Dawid–Skene gives; of sets there is none."""
    given = line["dawid_skene"]
    return f"{line['posterior'][given]:.6f}" if isinstance(given, str) else ""


def _written(labels: Sequence[str] | str | None) -> str:
    """Return labels parted by bars. A bar alone is the answer that none fits."""
    if labels is None or isinstance(labels, str):
        return labels or ""
    return DIVIDER.join(labels) or DIVIDER
