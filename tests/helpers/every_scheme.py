"""A judged campaign of each scheme, with texts that spreadsheets take for formulas."""

from typing import Any

from annotation.models import Campaign
from annotation.schemes import SCHEMES
from tests.helpers import judged_pairs
from tests.helpers.apps import make_apps
from tests.helpers.evidence import evidence_campaign, judge_all
from tests.helpers.factories import always, enrol, judge_all_at_random, judge_all_of, make_campaign
from tests.helpers.judged_labels import judge_labels, make_labels
from tests.helpers.samples import judged_samples
from tests.helpers.sites import make_sites, version
from tests.helpers.spans import campaign_of_spans, judge_spans
from tests.helpers.tree_forms import judged_trees

TEXTS = ["=1+1 a b", '"quoted", c, d e', "@x ü \u2028 f", "one", "-a\\b c d"]
WORKERS = 4
KINDS = (
    *sorted(set(SCHEMES) - {"label"}),
    *("label one", "label any", "label scale"),
    *("nested many", "nested labels"),
)


def judged_campaign(kind: str) -> Campaign:
    """Return a campaign of this kind, judged by some workers at random."""
    scheme, _, kind = kind.partition(" ")
    match scheme:
        case "nested" if kind:
            made = judged_trees(kind, TEXTS, WORKERS)
        case "nested":
            made = make_campaign(texts=TEXTS, scheme=scheme)
            judge_all_at_random(made, workers=WORKERS, seed=3)
        case "pair":
            made = judged_pairs.judge(judged_pairs.make_three_way(), WORKERS, 3)
        case "label":
            made = judge_labels(make_labels(kind), WORKERS, 3)
        case "spans":
            made = judge_spans(campaign_of_spans(), WORKERS, 3)
        case "evidence":
            made = evidence_campaign()
            judge_all(made, WORKERS)
        case "question":
            questions = ["=Who reads it?", "Is it sold?"]
            made = _same(make_apps(), scheme, {"questions": questions}, {"questions": 2})
        case "document":
            made = _same(make_sites(), scheme, version())
        case _:
            made = judged_samples(scheme, WORKERS, 3)
    return made


def _same(dataset: Any, scheme: str, answer: Any, settings: Any = None) -> Campaign:
    made = make_campaign(dataset, scheme=scheme, settings=settings or {}, reward="1")
    for _ in range(WORKERS):
        judge_all_of(enrol(made), always(answer))
    return made
