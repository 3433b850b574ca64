"""The researcher's addresses."""

from django.urls import URLPattern, path

from annotation.research.alignments import alignments
from annotation.research.alignments import crowd as alignment_crowd
from annotation.research.alignments import groups as alignment_groups
from annotation.research.campaigns import campaigns, known_answers, preview
from annotation.research.common.jobs import job_urls
from annotation.research.common.renaming import rename_url
from annotation.research.datasets import apps, datasets, draws, typologies, uploads
from annotation.research.decisions import deciding, decisions
from annotation.research.decisions import figures as decision_figures
from annotation.research.help import pages as help_pages
from annotation.research.items.urls import item_urls
from annotation.research.keeping import keeping
from annotation.research.keeping.keeping import keeping_urls
from annotation.research.lab import compared_items, comparisons, lab, word_lists
from annotation.research.machines import models, suggestions
from annotation.research.machines import runs as model_runs
from annotation.research.pay import by_prolific, costs, pay, payments
from annotation.research.people import (
    consent,
    erasing,
    exclusion,
    joining,
    questions,
    worker_ids,
    workforce,
)
from annotation.research.people import door as people
from annotation.research.project import (
    invitations,
    lists,
    members,
    projects,
    tokens,
)
from annotation.research.project import money as project_money
from annotation.research.prolific import making as prolific_making
from annotation.research.prolific import messages as prolific_messages
from annotation.research.prolific import study as prolific
from annotation.research.results import (
    crowd,
    dashboard,
    judgments,
    methods,
    planner,
    signals,
    worker_signals,
)
from annotation.research.schemes.registry import VIEWS
from annotation.research.sets import sets
from annotation.research.snapshots import snapshots
from annotation.research.terms import duplicate, shown_pictures, terms
from annotation.research.webhooks import webhooks

help_urls: list[URLPattern] = [
    path("help/", help_pages.show_start, name="help"),
    path("help/hints/restore/", help_pages.restore, name="restore_hints"),
    path("help/hints/<slug:hint>/dismiss/", help_pages.dismiss, name="dismiss_hint"),
    path("help/<slug:page>/", help_pages.show, name="help_page"),
]

project_urls: list[URLPattern] = [
    path("", projects.list_projects, name="projects"),
    path("projects/new/", projects.new_project, name="new_project"),
    path("projects/away/", keeping.show_projects, name="projects_away"),
    path("projects/<int:project_id>/away/", keeping.show, name="away"),
    *keeping_urls("project", "projects"),
    path("projects/<int:project_id>/", projects.show_project, name="project"),
    *(
        path(f"projects/<int:project_id>/{kind}/", lists.show, {"kind": kind}, name=kind)
        for kind in lists.LISTS
    ),
    path("projects/<int:project_id>/search/", lists.search, name="search"),
    rename_url("project", "projects"),
    path("projects/<int:project_id>/pay/", project_money.show, name="project_pay"),
    path("projects/<int:project_id>/audit/", projects.show_audit, name="audit"),
    path("projects/<int:project_id>/members/", members.show_members, name="members"),
    path(
        "projects/<int:project_id>/members/<int:user_id>/remove/",
        members.remove,
        name="remove_member",
    ),
    path(
        "projects/<int:project_id>/members/<int:user_id>/",
        members.change,
        name="change_member",
    ),
    path("projects/<int:project_id>/invitations/", invitations.show, name="invite"),
    path(
        "projects/<int:project_id>/invitations/<int:invitation_id>/withdraw/",
        invitations.withdraw,
        name="withdraw_invitation",
    ),
    path("projects/<int:project_id>/leave/", members.leave, name="leave_project"),
    path("projects/<int:project_id>/tokens/", tokens.show_tokens, name="tokens"),
    path(
        "projects/<int:project_id>/tokens/<int:token_id>/revoke/",
        tokens.revoke,
        name="revoke_token",
    ),
]

webhook_urls: list[URLPattern] = [
    path("projects/<int:project_id>/webhooks/", webhooks.show_webhooks, name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.show, name="webhook"),
    *(
        path(f"webhooks/<int:webhook_id>/{step}/", view, name=f"{step}_webhook")
        for step, view in (
            ("rotate", webhooks.rotate),
            ("switch", webhooks.switch),
            ("test", webhooks.test),
            ("remove", webhooks.remove),
        )
    ),
    path(
        "webhooks/<int:webhook_id>/messages/<int:delivery_id>/replay/",
        webhooks.send_again,
        name="replay_delivery",
    ),
]

lab_urls: list[URLPattern] = [
    path("projects/<int:project_id>/lab/", lab.show, name="lab"),
    path("campaigns/<int:campaign_id>/biases/", lab.of_campaign, name="biases"),
    path("projects/<int:project_id>/lab/<slug:chart>.csv", lab.as_csv, name="lab_csv"),
    path("projects/<int:project_id>/words/<slug:language>/", word_lists.words, name="words"),
    path(
        "projects/<int:project_id>/words/<slug:language>/rename/",
        word_lists.rename_words,
        name="rename_words",
    ),
]

typology_urls: list[URLPattern] = [
    path("projects/<int:project_id>/typologies/", typologies.list_typologies, name="typologies"),
    path("datasets/<int:dataset_id>/typologies/new/", typologies.new, name="new_typology"),
    path("typologies/<int:typology_id>/", typologies.show, name="typology"),
    *job_urls("typology", "typologies"),
    rename_url("typology", "typologies"),
    path("typologies/<int:typology_id>/<slug:chart>.csv", typologies.as_csv, name="typology_csv"),
]

set_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/sets/new/", sets.upload, name="new_set"),
    path("sets/<int:set_id>/", sets.show, name="set"),
    rename_url("set", "sets"),
    *keeping_urls("set", "sets"),
]

comparison_urls: list[URLPattern] = [
    path("projects/<int:project_id>/comparisons/new/", comparisons.new, name="new_comparison"),
    path("comparisons/<int:comparison_id>/", comparisons.show, name="comparison"),
    path("comparisons/<int:comparison_id>/items/", compared_items.items, name="compared_items"),
    path("comparisons/<int:comparison_id>/live/", comparisons.live, name="live_comparison"),
    rename_url("comparison", "comparisons"),
    path("comparisons/<int:comparison_id>/delete/", comparisons.delete, name="delete_comparison"),
    path(
        "comparisons/<int:comparison_id>/restore/", comparisons.restore, name="restore_comparison"
    ),
    path("comparisons/<int:comparison_id>/anew/", comparisons.make_anew, name="make_anew"),
    path(
        "comparisons/<int:comparison_id>/<slug:chart>.csv",
        comparisons.as_csv,
        name="comparison_csv",
    ),
]

dataset_urls: list[URLPattern] = [
    path("projects/<int:project_id>/datasets/new/", uploads.upload, name="new_dataset"),
    path("uploads/<int:upload_id>/", uploads.show_upload, name="upload"),
    path("uploads/<int:upload_id>/import/", uploads.import_it, name="import_upload"),
    path("uploads/<int:upload_id>/discard/", uploads.discard, name="discard_upload"),
    path("uploads/<int:upload_id>/reading/", uploads.choose, name="choose_reading"),
    path("uploads/<int:upload_id>/left-out.csv", uploads.left_out, name="rows_left_out"),
    path("datasets/<int:dataset_id>/", datasets.show_dataset, name="dataset"),
    rename_url("dataset", "datasets"),
    *keeping_urls("dataset", "datasets"),
    path("datasets/<int:dataset_id>/campaigns/new/", terms.new, name="new_campaign"),
    path("datasets/<int:dataset_id>/campaigns/cost/", costs.of_terms, name="new_cost"),
    path(
        "datasets/<int:dataset_id>/campaigns/instructions/",
        terms.instructions,
        name="new_instructions",
    ),
    path("datasets/<int:dataset_id>/draws/new/", draws.new, name="new_draw"),
    path("draws/<int:draw_id>/", draws.show, name="draw"),
    *job_urls("draw", "draws"),
    rename_url("draw", "draws"),
    path("draws/<int:draw_id>/keep/", draws.keep, name="keep_draw"),
    path("apps/<int:item_id>/", apps.show, name="app"),
    path(
        "apps/<int:item_id>/pictures/<slug:sha256>/describe/",
        apps.describe,
        name="describe_picture",
    ),
    path(
        "apps/<int:item_id>/pictures/<slug:sha256>/remove/",
        apps.take_away,
        name="remove_picture",
    ),
    path("datasets/<int:dataset_id>/pictures/<slug:sha256>", apps.picture, name="picture"),
]

alignment_urls: list[URLPattern] = [
    path("datasets/<int:dataset_id>/alignments/new/", alignments.new, name="new_alignment"),
    path("alignments/<int:alignment_id>/", alignments.show, name="alignment"),
    *job_urls("alignment", "alignments"),
    rename_url("alignment", "alignments"),
    path("alignments/<int:alignment_id>/groups.jsonl", alignments.as_jsonl, name="groups_jsonl"),
    path(
        "alignments/<int:alignment_id>/groups/<int:group>/",
        alignment_groups.show,
        name="alignment_group",
    ),
    path(
        "alignments/<int:alignment_id>/crowd/<slug:gold>/",
        alignment_crowd.show,
        name="alignment_crowd",
    ),
    path("alignments/<int:alignment_id>/<slug:chart>.csv", alignments.as_csv, name="alignment_csv"),
]

campaign_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/", dashboard.show, name="campaign"),
    path("campaigns/<int:campaign_id>/live/", dashboard.live, name="live"),
    path("campaigns/<int:campaign_id>/history/", dashboard.history, name="history"),
    rename_url("campaign", "campaigns"),
    *keeping_urls("campaign", "campaigns"),
    path("campaigns/<int:campaign_id>/edit/", terms.edit, name="edit_campaign"),
    path("campaigns/<int:campaign_id>/duplicate/", duplicate.duplicate, name="duplicate_campaign"),
    path("campaigns/<int:campaign_id>/extend/", campaigns.extend, name="extend_campaign"),
    path("campaigns/<int:campaign_id>/limits/", costs.limits, name="limits"),
    path("campaigns/<int:campaign_id>/consent/", consent.show, name="consent"),
    path("campaigns/<int:campaign_id>/consent.csv", consent.as_csv, name="consent_csv"),
    path(
        "campaigns/<int:campaign_id>/reading/pictures/",
        shown_pictures.show,
        name="shown_pictures",
    ),
    path(
        "campaigns/<int:campaign_id>/reading/pictures/remove/",
        shown_pictures.hide,
        name="hide_picture",
    ),
    path("campaigns/<int:campaign_id>/people/", people.people, name="people"),
    path("campaigns/<int:campaign_id>/people/links/", people.invitations, name="invitations"),
    path("campaigns/<int:campaign_id>/people/links/end/", people.end_all_links, name="end_links"),
    path("campaigns/<int:campaign_id>/people/waiting/", people.waiting, name="waiting_workers"),
    path(
        "campaigns/<int:campaign_id>/people/waiting/decide/", people.decide, name="decide_workers"
    ),
    path("campaigns/<int:campaign_id>/prolific/", prolific.show, name="prolific"),
    path(
        "campaigns/<int:campaign_id>/prolific/messages/",
        prolific_messages.show,
        name="prolific_messages",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/new/",
        prolific_making.write,
        name="new_prolific_study",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/draft/<slug:step>/",
        prolific_making.make,
        name="make_prolific_study",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/step/<slug:step>/",
        prolific_making.move,
        name="move_prolific_study",
    ),
    *(
        path(f"campaigns/<int:campaign_id>/prolific/{step}/", view, name=name)
        for step, view, name in (
            ("token", prolific.keep_token, "keep_prolific_token"),
            ("token/remove", prolific.forget_token, "forget_prolific_token"),
            ("connect", prolific.connect, "connect_prolific"),
            ("disconnect", prolific.disconnect, "disconnect_prolific"),
            ("ask", prolific.ask, "ask_prolific"),
            ("stop", prolific.stop, "stop_prolific"),
            ("progress", prolific.progress, "prolific_progress"),
            ("decide", prolific.decide, "decide_prolific"),
            ("again", prolific.again, "try_prolific_again"),
        )
    ),
    path("campaigns/<int:campaign_id>/cost/", costs.of_changes, name="campaign_cost"),
    path("campaigns/<int:campaign_id>/export/", snapshots.export, name="export"),
    path("snapshots/<int:snapshot_id>/", snapshots.show, name="snapshot"),
    *job_urls("snapshot", "snapshots"),
    path("snapshots/<int:snapshot_id>/publish/", snapshots.publish, name="publish_snapshot"),
    path("snapshots/<int:snapshot_id>/unpublish/", snapshots.unpublish, name="unpublish_snapshot"),
    path("snapshots/<int:snapshot_id>/files/<str:name>", snapshots.download, name="snapshot_file"),
    path("campaigns/<int:campaign_id>/preview/", preview.show, name="preview"),
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
    path("campaigns/<int:campaign_id>/decisions/", decisions.show, name="decisions"),
    path(
        "campaigns/<int:campaign_id>/decisions/<slug:table>.csv",
        decision_figures.as_csv,
        name="decisions_csv",
    ),
    path("campaigns/<int:campaign_id>/decisions/two/", decisions.share, name="share_decisions"),
    path("campaigns/<int:campaign_id>/decisions/next/", deciding.onward, name="next_decision"),
    path("campaigns/<int:campaign_id>/decisions/of/<int:hit_id>/", deciding.show, name="decide"),
    path(
        "campaigns/<int:campaign_id>/decisions/of/<int:hit_id>/desk/",
        deciding.desk,
        name="desk_decision",
    ),
    path(
        "campaigns/<int:campaign_id>/decisions/<int:decision_id>/withdraw/",
        decisions.withdraw,
        name="withdraw_decision",
    ),
    path(
        "campaigns/<int:campaign_id>/pictures/<slug:sha256>",
        apps.campaign_picture,
        name="campaign_picture",
    ),
    *item_urls,
    path(
        "campaigns/<int:campaign_id>/items/<int:hit_id>/workers/<int:enrolment_id>/release/",
        workforce.release_item,
        name="release_item",
    ),
    path("campaigns/<int:campaign_id>/pay/", pay.show, name="pay"),
    path("campaigns/<int:campaign_id>/pay.csv", pay.as_csv, name="pay_csv"),
    path("campaigns/<int:campaign_id>/pay/terms/", pay.terms, name="pay_terms"),
    path(
        "campaigns/<int:campaign_id>/pay/workers/<int:enrolment_id>/",
        pay.worker,
        name="pay_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/new/<slug:source>/",
        payments.make,
        name="make_payments",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/prolific/<slug:step>/",
        by_prolific.act,
        name="pay_by_prolific",
    ),
    path("campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/", payments.show, name="payments"),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/receipts/",
        payments.receipts,
        name="receipts",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/answer/",
        payments.answer,
        name="payments_answer",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/<slug:outcome>/",
        payments.settle,
        name="settle_payments",
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/<slug:kind>.csv",
        payments.take,
        name="payments_file",
    ),
    path("campaigns/<int:campaign_id>/judgments/", judgments.list_judgments, name="judgments"),
    path(
        "campaigns/<int:campaign_id>/judgments/review/<slug:review>/",
        judgments.review_many,
        name="review_judgments",
    ),
    path("campaigns/<int:campaign_id>/reviews/<int:act_id>/", judgments.show_review, name="review"),
    path(
        "campaigns/<int:campaign_id>/reviews/<int:act_id>/undo/",
        judgments.undo,
        name="undo_review",
    ),
    path("campaigns/<int:campaign_id>/workers/", workforce.list_workers, name="workers"),
    path("campaigns/<int:campaign_id>/workers.csv", workforce.workers_csv, name="workers_csv"),
    path("campaigns/<int:campaign_id>/workers/joining/", joining.who_may_join, name="who_may_join"),
    path(
        "campaigns/<int:campaign_id>/listed-<str:side>.txt", joining.listed_ids, name="listed_ids"
    ),
    path("campaigns/<int:campaign_id>/workers/ids/", worker_ids.list_ids, name="worker_ids"),
    path("campaigns/<int:campaign_id>/worker-ids.csv", worker_ids.ids_csv, name="worker_ids_csv"),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/stop/",
        workforce.stop,
        name="stop_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/release/",
        workforce.release,
        name="release_lease",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/restore/",
        workforce.restore,
        name="restore_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/exclude/",
        exclusion.exclude_many,
        name="exclude_workers",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/include/",
        exclusion.include_many,
        name="include_workers",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/exclude/",
        exclusion.exclude,
        name="exclude_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/include/",
        exclusion.include,
        name="include_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:enrolment_id>/erase/",
        erasing.erase,
        name="erase_worker",
    ),
    path("campaigns/<int:campaign_id>/models/", models.index, name="models"),
    path("campaigns/<int:campaign_id>/models/suggestions/", suggestions.show, name="suggestions"),
    path(
        "campaigns/<int:campaign_id>/models/suggestions/choose/",
        suggestions.choose,
        name="choose_suggestions",
    ),
    path(
        "campaigns/<int:campaign_id>/models/suggestions/drop/",
        suggestions.drop,
        name="drop_suggestions",
    ),
    path("campaigns/<int:campaign_id>/models/ask/", model_runs.new, name="ask_model"),
    path("campaigns/<int:campaign_id>/models/endpoints/", model_runs.add, name="add_endpoint"),
    path(
        "campaigns/<int:campaign_id>/models/endpoints/<int:endpoint_id>/remove/",
        model_runs.remove,
        name="remove_endpoint",
    ),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/", model_runs.show, name="model_run"
    ),
    path(
        "campaigns/<int:campaign_id>/models/runs/<int:run_id>/progress/",
        model_runs.progress,
        name="model_run_progress",
    ),
    *(
        path(
            f"campaigns/<int:campaign_id>/models/runs/<int:run_id>/{step}/",
            view,
            name=f"{step}_model",
        )
        for step, view in (
            ("stop", model_runs.stop),
            ("resume", model_runs.resume),
            ("keep", model_runs.keep),
        )
    ),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/", models.show, name="model"),
    path("campaigns/<int:campaign_id>/models/<int:set_id>/hold/", models.hold, name="hold_set"),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/let-go/",
        models.release,
        name="let_go_set",
    ),
    path(
        "campaigns/<int:campaign_id>/models/<int:set_id>/workers.csv",
        models.as_csv,
        name="model_csv",
    ),
    path("campaigns/<int:campaign_id>/signals/", signals.show, name="signals"),
    path("campaigns/<int:campaign_id>/signals.csv", signals.as_csv, name="signals_csv"),
    path(
        "campaigns/<int:campaign_id>/signals/<int:enrolment_id>/",
        worker_signals.show,
        name="worker_signals",
    ),
    path(
        "campaigns/<int:campaign_id>/signals/<int:enrolment_id>/course.csv",
        worker_signals.as_csv,
        name="worker_signals_csv",
    ),
    path("campaigns/<int:campaign_id>/crowd/", crowd.show, name="crowd"),
    path("campaigns/<int:campaign_id>/crowd/<slug:chart>.csv", crowd.as_csv, name="crowd_csv"),
    path("campaigns/<int:campaign_id>/questions/", questions.list_questions, name="questions"),
    path(
        "campaigns/<int:campaign_id>/questions/<int:enrolment_id>/",
        questions.show_thread,
        name="question_thread",
    ),
    path(
        "campaigns/<int:campaign_id>/questions/<int:enrolment_id>/settle/",
        questions.settle,
        name="settle_questions",
    ),
    path("campaigns/<int:campaign_id>/methods/", methods.show, name="methods"),
    path("campaigns/<int:campaign_id>/methods/<slug:form>", methods.as_file, name="methods_file"),
    path("campaigns/<int:campaign_id>/planner/", planner.show, name="planner"),
    path(
        "campaigns/<int:campaign_id>/planner/<slug:chart>.csv", planner.as_csv, name="planner_csv"
    ),
    path("campaigns/<int:campaign_id>/<slug:move>/", campaigns.move, name="move_campaign"),
]

# The pages that only one scheme has.
scheme_urls: list[URLPattern] = [url for view in VIEWS.values() for url in view.urls]

research_urls: list[URLPattern] = (
    help_urls
    + project_urls
    + webhook_urls
    + lab_urls
    + typology_urls
    + set_urls
    + comparison_urls
    + dataset_urls
    + alignment_urls
    + scheme_urls
    + campaign_urls
)
