"""Plan the replay of recorded labels, read from rows of worker, item and label."""

from collections import defaultdict

from analysis.replaying.replay import Plan, Recorded, read_recorded
from annotation.exchange.labels.judged import JudgedLabels, read_judged_labels
from annotation.exchange.recorded.label import Said, answer_of
from annotation.models import HIT, Campaign
from annotation.schemes.base import InvalidAnswer

UNKNOWN_TEXT = "the campaign has no such text"
KNOWN_TEXT = "the campaign uses this text as a check with a gold answer"
Row = tuple[str, Said]  # worker, labels


def plan_label_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the rows of a file in the campaign's order of texts, and within a text in the file's
    order."""
    judged, plan = read_recorded(file, read_judged_labels), Plan()
    by_text = _by_text(judged)
    hits = HIT.objects.filter(campaign=campaign).order_by("position")
    for hit_id, text, known in hits.values_list("pk", "item__text", "known").iterator():
        rows = by_text.pop(text, [])
        if known:
            plan.left_out[KNOWN_TEXT] += len(rows)
            continue
        before = len(plan.judgments)
        for worker, said in rows:
            try:
                answer = answer_of(said, campaign.settings)
            except InvalidAnswer as error:
                plan.left_out[error.message] += 1
            else:
                plan.judgments.append(Recorded(worker, hit_id, {"answer": answer}))
        plan.fullest = max(plan.fullest, len(plan.judgments) - before)
    if unknown := sum(map(len, by_text.values())):
        plan.left_out[UNKNOWN_TEXT] = unknown
    if judged.not_counted:
        plan.left_out["the file says that it does not count"] = judged.not_counted
    return plan


def _by_text(judged: JudgedLabels) -> defaultdict[str, list[Row]]:
    rows, found = judged.judgments, defaultdict[str, list[Row]](list)
    for worker, item, answer in zip(rows.worker, rows.item, rows.answer, strict=True):
        said = Said(rows.answers[answer], judged.places)
        found[rows.items[item]].append((rows.workers[worker], said))
    return found
