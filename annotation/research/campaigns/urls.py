from django.urls import URLPattern, path

from annotation.research.campaigns import campaigns, dry_run, gold_answers, preview
from annotation.research.common.rename import rename_url
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls

CAMPAIGN = "campaigns/<int:campaign_id>"

campaign_urls: list[URLPattern] = [
    rename_url("campaign", "campaigns"),
    *lifecycle_urls("campaign", "campaigns"),
    path(f"{CAMPAIGN}/extend/", campaigns.extend, name="extend_campaign"),
    path(f"{CAMPAIGN}/preview/", preview.show, name="preview"),
    path(f"{CAMPAIGN}/dry-run/", dry_run.show, name="dry_run"),
    path(f"{CAMPAIGN}/dry-run/start/", dry_run.start, name="start_dry_run"),
    path(f"{CAMPAIGN}/dry-run/end/", dry_run.end, name="end_dry_run"),
    path(f"{CAMPAIGN}/answers/", gold_answers.show, name="known_answers"),
    path(f"{CAMPAIGN}/answers/draw/", gold_answers.draw, name="draw_answer"),
    path(f"{CAMPAIGN}/answers/keep/", gold_answers.keep, name="keep_answer"),
    *(
        path(f"{CAMPAIGN}/answers/<int:answer_id>/{step}/", view, name=name)
        for step, view, name in (
            ("change", gold_answers.change, "change_answer"),
            ("remove", gold_answers.remove, "remove_answer"),
            ("put-back", gold_answers.put_back, "put_back_answer"),
        )
    ),
    path(f"{CAMPAIGN}/<slug:move>/", campaigns.move, name="move_campaign"),
]
