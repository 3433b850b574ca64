"""The help of each view, by the view's name."""

from collections.abc import Mapping

from annotation.models import Campaign

START = "start"

TOPICS: Mapping[str, str] = {
    "login": "account",
    "password_change": "account",
    "password_change_done": "account",
    "research:projects": "projects",
    "research:new_project": "projects",
    "research:project": "project",
    "research:search": "project",
    "research:campaigns": "project",
    "research:datasets": "project",
    "research:audit": "audit",
    "research:members": "members",
    "research:remove_member": "members",
    "research:tokens": "tokens",
    "research:new_dataset": "dataset-import",
    "research:upload": "dataset-import",
    "research:dataset": "dataset",
    "research:app": "app",
    "research:new_draw": "draws",
    "research:draw": "draws",
    "research:typologies": "typologies",
    "research:new_typology": "typologies",
    "research:typology": "typologies",
    "research:words": "word-lists",
    "research:new_campaign": "campaign-form",
    "research:edit_campaign": "campaign-form",
    "research:duplicate_campaign": "campaign-form",
    "research:preview": "preview",
    "research:known_answers": "known-answers",
    "research:draw_answer": "known-answers",
    "research:move_campaign": "running",
    "research:extend_campaign": "running",
    "research:limits": "running",
    "research:consent": "consent",
    "research:shown_pictures": "consent",
    "research:export": "export",
    "research:campaign": "dashboard",
    "research:items": "items",
    "research:item": "item",
    "research:judgments": "review",
    "research:review_judgments": "review",
    "research:review": "review",
    "research:pay": "pay",
    "research:pay_terms": "pay",
    "research:pay_worker": "pay",
    "research:payments": "pay",
    "research:payments_answer": "pay",
    "research:receipts": "pay",
    "research:project_pay": "pay",
    "research:workers": "workers",
    "research:worker_ids": "worker-ids",
    "research:people": "people",
    "research:invitations": "people",
    "research:waiting_workers": "people",
    "research:who_may_join": "who-may-join",
    "research:prolific": "prolific-api",
    "research:prolific_messages": "prolific-api",
    "research:new_prolific_study": "prolific-api",
    "research:exclude_worker": "exclusion",
    "research:erase_worker": "erasing",
    "research:questions": "questions",
    "research:question_thread": "questions",
    "research:signals": "signals",
    "research:worker_signals": "signals",
    "research:exclude_workers": "exclusion",
    "research:include_worker": "exclusion",
    "research:include_workers": "exclusion",
    "research:planner": "planner",
    "research:crowd": "consensus",
    "research:baselines": "baselines",
    "research:collection": "collection",
    "research:ask_evidence": "ask-evidence",
    "research:lab": "biases",
    "research:biases": "biases",
    "research:sets": "annotation-sets",
    "research:set": "annotation-sets",
    "research:new_set": "annotation-sets",
    "research:rename_set": "annotation-sets",
    "research:comparisons": "comparisons",
    "research:new_comparison": "comparisons",
    "research:comparison": "comparisons",
    "research:rename_comparison": "comparisons",
    **{
        f"research:{step}_{kind}": "away"
        for step in ("archive", "delete")
        for kind in ("campaign", "dataset", "project", "set")
    },
    "research:away": "away",
    "research:projects_away": "away",
    "research:rename_project": "project",
    "research:rename_dataset": "dataset",
    "research:rename_campaign": "running",
    "research:rename_alignment": "alignments",
    "research:rename_draw": "draws",
    "research:rename_typology": "typologies",
    "research:rename_words": "word-lists",
    "research:alignments": "alignments",
    "research:new_alignment": "alignments",
    "research:alignment": "alignments",
    "research:alignment_group": "alignment-groups",
    "research:alignment_crowd": "alignment-groups",
    "research:help": START,
}


def topic_of(view: str, campaign: Campaign | None) -> str:
    """Return the page on a view: a dashboard has one for each scheme, a draft has its own."""
    topic = TOPICS.get(view, START)
    if topic != "dashboard" or campaign is None:
        return topic
    if campaign.status == Campaign.Status.DRAFT:
        return "draft"
    return f"dashboard-{campaign.scheme}"
