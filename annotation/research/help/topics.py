"""The help page of each view, by the view's name."""

from collections.abc import Mapping
from functools import cache

from annotation.addons import installed_addons
from annotation.models import Campaign

START = "start"

TOPICS: Mapping[str, str] = {
    "account_login": "account",
    "account_signup": "account",
    "sign_on_account": "account",
    "account_reset_password": "account",
    "account_reset_password_done": "account",
    "account_reset_password_from_key": "account",
    "account_reset_password_from_key_done": "account",
    "account_email": "account",
    "account_email_verification_sent": "account",
    "account_confirm_email": "account",
    "account_reauthenticate": "account",
    **dict.fromkeys(
        (
            "mfa_index",
            "mfa_authenticate",
            "mfa_reauthenticate",
            "mfa_activate_totp",
            "mfa_deactivate_totp",
            "mfa_view_recovery_codes",
            "mfa_generate_recovery_codes",
        ),
        "second-factor",
    ),
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
    "research:change_member": "members",
    "research:leave_project": "members",
    "research:invite": "invitations",
    "invitation": "invitations",
    "invited_account": "invitations",
    "research:tokens": "tokens",
    "account_tokens": "tokens",
    "research:operations": "tokens",
    "research:operation": "tokens",
    "research:new_dataset": "dataset-import",
    "research:upload": "dataset-import",
    "research:dataset_import": "dataset-import",
    "research:dataset": "dataset",
    "research:app": "app",
    "research:words": "word-lists",
    "research:new_campaign": "campaign-form",
    "research:edit_campaign": "campaign-form",
    "research:duplicate_campaign": "campaign-form",
    "research:preview": "preview",
    "research:dry_run": "dry-run",
    "research:known_answers": "known-answers",
    "research:draw_answer": "known-answers",
    "research:move_campaign": "running",
    "research:extend_campaign": "running",
    "research:limits": "running",
    "research:consent": "consent",
    "research:shown_pictures": "consent",
    "research:export": "export",
    "research:snapshot": "export",
    "research:methods": "methods",
    "research:campaign": "dashboard",
    "research:items": "items",
    "research:filters": "items",
    "research:rename_filter": "items",
    "research:item": "item",
    "research:item_history": "item",
    "research:decisions": "decisions",
    "research:decide": "decisions",
    "research:desk_decision": "decisions",
    "research:judgments": "review",
    "research:review_judgments": "review",
    "research:review": "review",
    "research:pay": "pay",
    "research:pay_terms": "pay",
    "research:pay_worker": "pay",
    "research:compensate": "pay",
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
    "research:exclude_worker": "exclusion",
    "research:erase_worker": "erasing",
    "research:questions": "questions",
    "research:question_thread": "questions",
    "research:signals": "signals",
    "research:worker_signals": "signals",
    "research:twins": "signals",
    "research:models": "models",
    "research:model": "models",
    "research:suggestions": "suggestions",
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
    "research:set_import": "annotation-sets",
    "research:rename_set": "annotation-sets",
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
    "research:rename_words": "word-lists",
    "research:help": START,
}


@cache
def topics() -> Mapping[str, str]:
    of_addons = {
        f"research:{view}": page.name
        for config in installed_addons()
        for page in config.help_pages()
        for view in page.views
    }
    return {**TOPICS, **of_addons}


def topic_of(view: str, campaign: Campaign | None) -> str:
    """Return the help page of a view. Each scheme's dashboard has its own, and so do drafts."""
    topic = topics().get(view, START)
    if topic != "dashboard" or campaign is None:
        return topic
    if campaign.status == Campaign.Status.DRAFT:
        return "draft"
    return f"dashboard-{campaign.scheme}"
