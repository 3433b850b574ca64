"""Judged campaigns of several schemes, their folded state, and what `score` says of their files."""

import json
from pathlib import Path
from typing import Any

from annotation.models import AgreementState, Campaign
from tests.commands.running import run
from tests.helpers.factories import numbered_texts
from tests.helpers.judged_labels import KINDS, judge_labels, make_labels
from tests.helpers.judged_pairs import judge, make_three_way
from tests.helpers.spans import ADA, campaign_of_spans, judge_spans

TEXTS = [ADA, *numbered_texts(5)]
LABELS = [f"label {kind}" for kind in KINDS]
JUDGED = [*LABELS, "pair", "spans"]


def judged(name: str) -> Campaign:
    """Make one of the campaigns `JUDGED`, with four workers who answer everything at random."""
    if name == "pair":
        return judge(make_three_way(redundancy=6), workers=4, seed=1)
    if name == "spans":
        return judge_spans(campaign_of_spans(*TEXTS, redundancy=5), workers=4, seed=1)
    kind = name.removeprefix("label ")
    return judge_labels(make_labels(kind, redundancy=5), workers=4, seed=1)


def state_of(campaign: Campaign) -> AgreementState:
    return AgreementState.objects.get(campaign=campaign)


def scored(campaign: Campaign, path: Path, *options: str) -> dict[str, Any]:
    """Export the judgments to that CSV or JSON-lines file, and score the file."""
    form = path.suffix.removeprefix(".")
    run("export_gold", str(campaign.pk), "--as", f"judgments-{form}", "-o", str(path))
    kind = {"label": "--labels", "pair": "--pairs", "spans": "--spans"}[campaign.scheme]
    if campaign.scheme == "label":
        options = ("--level", campaign.settings["level"], *options)
    result: dict[str, Any] = json.loads(run("score", kind, str(path), "--json", *options))
    return result
