"""Gold of segmentations built in the simplest way: everything at once, each text by itself."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db.models import Q

from agreement.segmentation import figures as segmentation
from agreement.tally import Tally
from analysis.exports.terms import terms_of
from analysis.reading.judgment_rows import Vector
from analysis.reports.intervals import agreement_intervals, entailment_interval
from annotation.models import AgreementState, Campaign, EntailmentState, Item, Judgment
from annotation.models.agreement import MAX_JUDGMENTS
from annotation.schemes import SEGMENTATIONS
from annotation.services.work.counting import withdrawn_from
from midpath.exchange.release import CANONICAL, SET
from midpath.gold.segmentation_lines import FORMAT
from midpath.kernels.segmentation import SEGMENTATION_KERNELS
from tests.exports.slow_parts import in_gold

WORKER = "assignment__enrolment__worker"
Answers = Mapping[int, Sequence[Vector]]
Content = dict[str, Any]


class Gold:
    """Builds a campaign's gold file; construct it inside a snapshot."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._kernel = SEGMENTATION_KERNELS["flat" if campaign.scheme == "flat" else "nested"]
        self._scheme = SEGMENTATIONS[campaign.scheme]
        items = Item.objects.filter(dataset=campaign.dataset_id).order_by("position")
        self._items = [item for item in items if 2 <= len(item.words) <= 60]
        self._texts: dict[int, dict[str, str]] = {item.pk: {} for item in self._items}
        self._answers: dict[int, list[Vector]] = {item.pk: [] for item in self._items}
        self._sources: dict[str, str] = {}
        self._read_judgments()
        self._entailments = [
            Entailment(state, campaign, self._answers)
            for state in EntailmentState.objects.filter(Q(flat=campaign) | Q(nested=campaign))
            .select_related("flat", "nested")
            .order_by("pk")
        ]

    def to_bytes(self) -> bytes:
        return write_release(
            {item.text: self._texts[item.pk] for item in self._items},
            {item.text: item.words for item in self._items},
            format=FORMAT,
            campaign=terms_of(self._campaign),
            workers=self._sources,
            figures=self._figures(),
            consensus={
                item.text: self._consensus(item) for item in self._items if self._answers[item.pk]
            },
            **self._decided(),
        )

    def _decided(self) -> Content:
        words = {item.pk: item.words for item in self._items}
        return in_gold(
            self._campaign,
            self._kernel,
            {item.pk: item.text for item in self._items},
            self._answers,
            lambda vector, item: self._scheme.form(vector, words[item], {}),
        )

    def _read_judgments(self) -> None:
        words = {item.pk: item.words for item in self._items}
        for item_id, number, source, vector in (
            Judgment.objects.counting()
            .filter(campaign=self._campaign)
            .order_by("hit__item_id", f"{WORKER}__number")
            .values_list("hit__item_id", f"{WORKER}__number", f"{WORKER}__source", "vector")
        ):
            self._sources[str(number)] = source
            self._texts[item_id][str(number)] = self._scheme.form(vector, words[item_id], {})
            self._answers[item_id].append(tuple(vector))

    def _figures(self) -> Content:
        """Return the figures of the judgments in the file.

        `version` is the campaign's last fold. `not_folded` counts what it has not folded in or out
        yet; these figures include it. `withdrawn` counts what workers took back, which is in no
        file any more.
        """
        kernel = self._kernel
        state = Tally.total(map(kernel.contribution, self._answers.values()))
        judgments = Judgment.objects.filter(campaign=self._campaign)
        versions = AgreementState.objects.filter(campaign=self._campaign)
        return {
            "version": versions.values_list("version", flat=True).first() or 0,
            "judgments": sum(map(len, self._answers.values())),
            "not_counted": judgments.filter(counts=False).count(),
            "withdrawn": withdrawn_from(self._campaign),
            "not_folded": judgments.unfolded().count(),
            "agreement": kernel.figures(state),
            "entailment": {other.name: other.figures() for other in self._entailments},
            "intervals": self._intervals(),
        }

    def _intervals(self) -> Content:
        """Return the intervals of these figures, from these rows and a fixed seed.

        They are the same whether or not a report was made before.
        """
        if sum(map(len, self._answers.values())) > MAX_JUDGMENTS:
            reason = f"Not made for more than {MAX_JUDGMENTS:,} judgments: use score --interval."
            return {"reason": reason}
        kind = self._kernel.kind
        texts = list(self._answers.values())
        state = Tally.total(segmentation.contribution(kind, vectors) for vectors in texts)
        return {
            "agreement": agreement_intervals(kind, texts, state),
            "entailment": {other.name: other.interval() for other in self._entailments},
        }

    def _consensus(self, item: Item) -> Content:
        summary = self._kernel.summary(self._answers[item.pk])
        consensus: Content = {
            "annotations": summary["n"],
            "disagreement": summary["disagreement"],
            "by_frequency": [
                [self._scheme.form(vector, item.words, {}), times]
                for vector, times in summary["annotations"]
            ],
            "mode": self._choice(item, summary, "mode"),
            "majority": self._choice(item, summary, "majority"),
        }
        together = {
            other.name: found
            for other in self._entailments
            if (found := other.consensus(item)) is not None
        }
        return consensus | ({"entailment": together} if together else {})

    def _choice(self, item: Item, summary: Mapping[str, Any], name: str) -> Content:
        winner, ties = summary[name], summary[f"{name}_ties"]
        choice = {
            "segmentation": None if winner is None else self._scheme.form(winner, item.words, {}),
            "support": summary[f"{name}_support"],
            "ties": [
                self._scheme.form(tie, item.words, {}) if isinstance(tie, list) else tie
                for tie in ties
            ],
        }
        reason = summary.get(f"{name}_reason")
        return choice | ({"reason": reason} if reason else {})


class Entailment:
    """The entailment between the campaign and another of its dataset, from the rows of both."""

    def __init__(self, state: EntailmentState, campaign: Campaign, answers: Answers) -> None:
        other = state.nested if state.flat_id == campaign.pk else state.flat
        theirs = answers_of(other)
        self.name = other.name
        self._scheme = other.scheme
        self._version = state.version
        self._sides = {
            item_id: (answers[item_id], theirs[item_id])
            if state.flat_id == campaign.pk
            else (theirs[item_id], answers[item_id])
            for item_id in answers.keys() & theirs.keys()
            if answers[item_id]
        }

    def figures(self) -> Content:
        shares = (segmentation.entailment_contribution(*sides) for sides in self._sides.values())
        figures = segmentation.entailment_figures(Tally.total(shares))
        return {"scheme": self._scheme, "version": self._version, **figures}

    def interval(self) -> Content:
        return entailment_interval(list(self._sides.values()))

    def consensus(self, item: Item) -> Content | None:
        if item.pk not in self._sides:
            return None
        summary: Content = dict(segmentation.shared_summary(*self._sides[item.pk]))
        for name in ("femn", "iv"):
            choice = summary[name]
            winner = choice.pop("winner")
            choice["segmentation"] = None if winner is None else _flat_form(winner, item)
            choice["ties"] = [_flat_form(tie, item) for tie in choice["ties"]]
        return summary


def answers_of(campaign: Campaign) -> dict[int, list[Vector]]:
    """Return the counting answers of a campaign, by item."""
    answers: dict[int, list[Vector]] = {}
    for item_id, vector in (
        Judgment.objects.counting()
        .filter(campaign=campaign)
        .order_by("hit__item_id", f"{WORKER}__number")
        .values_list("hit__item_id", "vector")
    ):
        answers.setdefault(item_id, []).append(tuple(vector))
    return answers


def _flat_form(vector: Sequence[int], item: Item) -> str:
    return SEGMENTATIONS["flat"].form(vector, item.words, {})


def write_release(
    texts: Mapping[str, Mapping[str, object]], words: Mapping[str, list[str]], **extra: Any
) -> bytes:
    """Return canonical bytes: the same content gives the same file."""
    tokens = {text: words[text] for text in texts if words[text] != text.split()}
    content = {"items": len(texts), SET: texts, **extra}
    if tokens:
        content["tokens"] = tokens
    return orjson.dumps(content, option=CANONICAL)
