"""The URLs of campaigns, gold answers and the preview."""

from django.urls import URLPattern, path

from annotation.research.campaigns import campaigns, dry_run, gold_answers, preview
from annotation.research.common.rename import rename_url
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls

campaign_urls: list[URLPattern] = [
    rename_url("campaign", "campaigns"),
    *lifecycle_urls("campaign", "campaigns"),
    path("campaigns/<int:campaign_id>/extend/", campaigns.extend, name="extend_campaign"),
    path("campaigns/<int:campaign_id>/preview/", preview.show, name="preview"),
    path("campaigns/<int:campaign_id>/dry-run/", dry_run.show, name="dry_run"),
    path("campaigns/<int:campaign_id>/dry-run/start/", dry_run.start, name="start_dry_run"),
    path("campaigns/<int:campaign_id>/dry-run/end/", dry_run.end, name="end_dry_run"),
    path("campaigns/<int:campaign_id>/answers/", gold_answers.show, name="known_answers"),
    path("campaigns/<int:campaign_id>/answers/draw/", gold_answers.draw, name="draw_answer"),
    path("campaigns/<int:campaign_id>/answers/keep/", gold_answers.keep, name="keep_answer"),
    *(
        path(f"campaigns/<int:campaign_id>/answers/<int:answer_id>/{step}/", view, name=name)
        for step, view, name in (
            ("change", gold_answers.change, "change_answer"),
            ("remove", gold_answers.remove, "remove_answer"),
            ("put-back", gold_answers.put_back, "put_back_answer"),
        )
    ),
    path("campaigns/<int:campaign_id>/<slug:move>/", campaigns.move, name="move_campaign"),
]
