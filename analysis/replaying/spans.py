"""Plan the replay of recorded spans, read from rows of worker, item, length and spans."""

from collections import defaultdict
from collections.abc import Sequence

from analysis.replaying.replay import Plan, Recorded, read_recorded
from annotation.exchange.spans.judged import JudgedRow, read_judged_spans
from annotation.models import HIT, Campaign
from annotation.schemes.base import InvalidAnswer, Settings
from annotation.schemes.spans.answer import vector_of_spans
from annotation.schemes.spans.places import reading_of

UNKNOWN_TEXT = "the campaign has no such text"
KNOWN_TEXT = "the campaign uses this text as a check with a gold answer"
OTHER_LENGTH = "the file counts the places of the text differently"


def plan_span_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the rows of a file in the campaign's order of texts, and within a text in the file's
    order."""
    judged, plan = read_recorded(file, read_judged_spans), Plan()
    by_text: defaultdict[str, list[JudgedRow]] = defaultdict(list)
    for row in judged.rows:
        by_text[row.item].append(row)
    hits = HIT.objects.filter(campaign=campaign).select_related("item").order_by("position")
    for hit in hits.iterator():
        if rows := by_text.pop(hit.item.text, []):
            _plan_text(plan, hit, rows, judged.lengths[hit.item.text], campaign.settings)
    if unknown := sum(map(len, by_text.values())):
        plan.left_out[UNKNOWN_TEXT] = unknown
    if judged.not_counted:
        plan.left_out["the file says that it does not count"] = judged.not_counted
    return plan


def _plan_text(
    plan: Plan, hit: HIT, rows: Sequence[JudgedRow], length: int, settings: Settings
) -> None:
    """Plan the rows of one text, or count why they are left out."""
    reading, before = reading_of(hit.item), len(plan.judgments)
    if hit.known:
        plan.left_out[KNOWN_TEXT] += len(rows)
        return
    if length != reading.length(settings["unit"]):
        plan.left_out[OTHER_LENGTH] += len(rows)
        return
    for row in rows:
        spans = [list(span) for span in row.spans]
        try:
            vector_of_spans(spans, reading, settings)
        except InvalidAnswer as error:
            plan.left_out[error.message] += 1
        else:
            plan.judgments.append(Recorded(row.worker, hit.pk, {"spans": spans}))
    plan.fullest = max(plan.fullest, len(plan.judgments) - before)
