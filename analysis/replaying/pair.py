"""Plan the replay of recorded judgments of pairs, read from rows of worker, pair and answer."""

from collections import defaultdict

from analysis.replaying.replay import CannotReplay, Plan, Recorded, read_recorded
from annotation.exchange.pairs.judged import JudgedPairs, JudgedRow, read_judged_pairs
from annotation.models import HIT, Campaign
from annotation.schemes.base import InvalidAnswer
from annotation.schemes.pair.gold_answers import answer_named

UNKNOWN_PAIR = "the campaign has no such pair"
KNOWN_PAIR = "the campaign uses this pair as a check with a gold answer"


def plan_pair_replay(campaign: Campaign, file: str) -> Plan:
    """Plan the rows of a file in the campaign's order of pairs, and within a pair in the file's
    order."""
    judged = _read(campaign, file)
    plan = Plan()
    by_pair: defaultdict[str, list[JudgedRow]] = defaultdict(list)
    for row in judged.rows:
        by_pair[row.pair].append(row)
    hits = HIT.objects.filter(campaign=campaign).order_by("position")
    for hit_id, pair, known in hits.values_list("pk", "item__text", "known").iterator():
        rows = by_pair.pop(pair, [])
        if known:
            plan.left_out[KNOWN_PAIR] += len(rows)
            continue
        before = len(plan.judgments)
        for row in rows:
            try:
                answer = answer_named(row.answer, campaign.settings)
            except InvalidAnswer as error:
                plan.left_out[error.message] += 1
            else:
                plan.judgments.append(Recorded(row.worker, hit_id, {"answer": answer}))
        plan.fullest = max(plan.fullest, len(plan.judgments) - before)
    if unknown := sum(map(len, by_pair.values())):
        plan.left_out[UNKNOWN_PAIR] = unknown
    if judged.not_counted:
        plan.left_out["the file says that it does not count"] = judged.not_counted
    return plan


def _read(campaign: Campaign, file: str) -> JudgedPairs:
    if campaign.settings["keywords"]:
        raise CannotReplay(
            "This campaign requires keywords, but recorded answers have none. Create a campaign "
            "without keywords and replay into that."
        )
    return read_recorded(file, read_judged_pairs)
