"""Plan the replay of recorded labels, read from rows of worker, item and label."""

from collections import defaultdict
from functools import partial

from analysis.replaying.replay import Plan, plan_choices, read_recorded
from annotation.models import Campaign
from annotation.recorded.label import Said, answer_of
from midpath.exchange.judged.reading_options import GUESS, knowing
from midpath.exchange.labels.judged import read_judged_labels


def plan_label_replay(campaign: Campaign, file: str) -> Plan:
    judged = read_recorded(
        file, partial(read_judged_labels, options=knowing(GUESS, campaign.settings))
    )
    rows, by_text = judged.judgments, defaultdict[str, list[tuple[str, Said]]](list)
    for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True):
        said = Said(rows.answers[answer], judged.places)
        by_text[rows.items[item]].append((rows.workers[worker], said))
    return plan_choices(campaign, by_text, answer_of, "text", judged)
