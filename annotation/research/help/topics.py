"""The help page of each view, by the view's name."""

from collections.abc import Mapping
from functools import cache

from annotation.addons import installed_addons
from annotation.models import Campaign

START = "start"

# The views of each help page, by their names.
OF_ACCOUNTS: Mapping[str, str] = {
    "account": (
        "account_login account_signup sign_on_account account_reset_password "
        "account_reset_password_done account_reset_password_from_key "
        "account_reset_password_from_key_done account_email account_email_verification_sent "
        "account_confirm_email account_reauthenticate password_change password_change_done"
    ),
    "second-factor": (
        "mfa_index mfa_authenticate mfa_reauthenticate mfa_activate_totp mfa_deactivate_totp "
        "mfa_view_recovery_codes mfa_generate_recovery_codes"
    ),
    "invitations": "invitation invited_account",
    "tokens": "account_tokens",
    "failed-tasks": "failed_tasks",
}
# The same for the views of the namespace `research`.
OF_RESEARCH: Mapping[str, str] = {
    "projects": "projects new_project",
    "project": "project search campaigns datasets rename_project",
    "audit": "audit",
    "members": "members remove_member change_member leave_project",
    "invitations": "invite",
    "tokens": "tokens operations operation",
    "dataset-import": "new_dataset upload dataset_import",
    "dataset": "dataset rename_dataset license_dataset make_question_texts",
    "app": "app",
    "word-lists": "words rename_words",
    "campaign-form": "new_campaign edit_campaign duplicate_campaign",
    "preview": "preview",
    "dry-run": "dry_run",
    "known-answers": "known_answers draw_answer",
    "running": "end_pilot move_campaign extend_campaign limits rename_campaign",
    "consent": "consent shown_pictures",
    "export": "export snapshot",
    "methods": "methods",
    "dashboard": "campaign",
    "items": "items filters rename_filter",
    "item": "item item_history",
    "decisions": "decisions decide desk_decision",
    "review": "judgments review_judgments review",
    "pay": "pay pay_terms pay_worker compensate payments payments_answer receipts project_pay",
    "workers": "workers",
    "worker-ids": "worker_ids",
    "people": "people invitations waiting_workers",
    "who-may-join": "who_may_join",
    "exclusion": "exclude_worker exclude_workers include_worker include_workers",
    "erasing": "erase_worker",
    "questions": "questions question_thread",
    "signals": "signals worker_signals twins",
    "models": "models model",
    "suggestions": "suggestions",
    "planner": "planner",
    "breakdowns": "breakdowns",
    "consensus": "crowd",
    "baselines": "baselines",
    "collection": "collection",
    "ask-evidence": "ask_evidence",
    "biases": "lab biases null",
    "annotation-sets": "sets set new_set set_import rename_set",
    "away": (
        "archive_campaign archive_dataset archive_project archive_set delete_campaign "
        "delete_dataset delete_project delete_set away projects_away"
    ),
    START: "help",
}


@cache
def topics() -> Mapping[str, str]:
    found = {view: topic for topic, views in OF_ACCOUNTS.items() for view in views.split()}
    for topic, views in OF_RESEARCH.items():
        found |= {f"research:{view}": topic for view in views.split()}
    for config in installed_addons():
        for page in config.help_pages():
            found |= {f"research:{view}": page.name for view in page.views}
    return found


def topic_of(view: str, campaign: Campaign | None) -> str:
    """Return the help page of a view. Each scheme's dashboard has its own, and so do drafts."""
    topic = topics().get(view, START)
    if topic != "dashboard" or campaign is None:
        return topic
    if campaign.status == Campaign.Status.DRAFT:
        return "draft"
    return f"dashboard-{campaign.scheme}"
