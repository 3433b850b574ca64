"""Plan the replay of recorded labels, read from rows of worker, item and label."""

from collections import defaultdict

from analysis.replaying.replay import Plan, plan_choices, read_recorded
from annotation.exchange.labels.judged import read_judged_labels
from annotation.exchange.recorded.label import Said, answer_of
from annotation.models import Campaign


def plan_label_replay(campaign: Campaign, file: str) -> Plan:
    judged = read_recorded(file, read_judged_labels)
    rows, by_text = judged.judgments, defaultdict[str, list[tuple[str, Said]]](list)
    for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True):
        said = Said(rows.answers[answer], judged.places)
        by_text[rows.items[item]].append((rows.workers[worker], said))
    return plan_choices(campaign, by_text, answer_of, "text", judged)
