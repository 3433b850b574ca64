"""The URLs of campaigns, gold answers and the preview."""

from django.urls import URLPattern, path

from annotation.research.campaigns import campaigns, dry_run, known_answers, preview
from annotation.research.common.renaming import rename_url
from annotation.research.keeping.keeping import keeping_urls

campaign_urls: list[URLPattern] = [
    rename_url("campaign", "campaigns"),
    *keeping_urls("campaign", "campaigns"),
    path("campaigns/<int:campaign_id>/extend/", campaigns.extend, name="extend_campaign"),
    path("campaigns/<int:campaign_id>/preview/", preview.show, name="preview"),
    path("campaigns/<int:campaign_id>/dry-run/", dry_run.show, name="dry_run"),
    path("campaigns/<int:campaign_id>/dry-run/start/", dry_run.start, name="start_dry_run"),
    path("campaigns/<int:campaign_id>/dry-run/end/", dry_run.end, name="end_dry_run"),
    path("campaigns/<int:campaign_id>/answers/", known_answers.show, name="known_answers"),
    path("campaigns/<int:campaign_id>/answers/draw/", known_answers.draw, name="draw_answer"),
    path("campaigns/<int:campaign_id>/answers/keep/", known_answers.keep, name="keep_answer"),
    *(
        path(f"campaigns/<int:campaign_id>/answers/<int:answer_id>/{step}/", view, name=name)
        for step, view, name in (
            ("change", known_answers.change, "change_answer"),
            ("remove", known_answers.remove, "remove_answer"),
            ("put-back", known_answers.put_back, "put_back_answer"),
        )
    ),
    path("campaigns/<int:campaign_id>/<slug:move>/", campaigns.move, name="move_campaign"),
]
