"""Plan the replay of recorded judgments of pairs, read from rows of worker, pair and answer."""

from collections import defaultdict
from functools import partial

from analysis.replaying.replay import CannotReplay, Plan, plan_choices, read_recorded
from annotation.models import Campaign
from midpath.exchange.judged.reading_options import GUESS, knowing
from midpath.exchange.pairs.judged import read_judged_pairs
from midpath.schemes.pair.gold_answers import answer_named


def plan_pair_replay(campaign: Campaign, file: str) -> Plan:
    if campaign.settings["keywords"]:
        raise CannotReplay(
            "This campaign requires keywords, but recorded answers have none. Create a campaign "
            "without keywords and replay into that."
        )
    judged = read_recorded(
        file, partial(read_judged_pairs, options=knowing(GUESS, campaign.settings))
    )
    by_pair: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in judged.rows:
        by_pair[row.pair].append((row.worker, row.answer))
    return plan_choices(campaign, by_pair, answer_named, "pair", judged)
