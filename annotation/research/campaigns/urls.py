from django.urls import URLPattern

from annotation.research.campaigns import (
    campaigns,
    dry_run,
    gold_answers,
    live_simulation,
    preview,
)
from annotation.research.common.rename import rename_url
from annotation.research.common.routes import of_campaign
from annotation.research.lifecycle.archive_and_delete import lifecycle_urls

campaign_urls: list[URLPattern] = [
    rename_url("campaign", "campaigns"),
    *lifecycle_urls("campaign", "campaigns"),
    of_campaign("extend/", campaigns.extend, "extend_campaign"),
    of_campaign("preview/", preview.show, "preview"),
    of_campaign("dry-run/", dry_run.show, "dry_run"),
    of_campaign("dry-run/start/", dry_run.start, "start_dry_run"),
    of_campaign("dry-run/end/", dry_run.end, "end_dry_run"),
    of_campaign("simulation/stop/", live_simulation.stop, "stop_simulation"),
    of_campaign("answers/", gold_answers.show, "known_answers"),
    of_campaign("answers/draw/", gold_answers.draw, "draw_answer"),
    of_campaign("answers/keep/", gold_answers.keep, "keep_answer"),
    *(
        of_campaign(f"answers/<int:answer_id>/{step}/", view, name)
        for step, view, name in (
            ("change", gold_answers.change, "change_answer"),
            ("remove", gold_answers.remove, "remove_answer"),
            ("put-back", gold_answers.put_back, "put_back_answer"),
        )
    ),
    of_campaign("<slug:move>/", campaigns.move, "move_campaign"),
]
