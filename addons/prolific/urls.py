"""The URLs of Prolific studies."""

from django.urls import URLPattern, path

from addons.prolific.pages import messages, payments, study, study_draft

urlpatterns: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/prolific/", study.show, name="prolific"),
    path(
        "campaigns/<int:campaign_id>/prolific/messages/",
        messages.show,
        name="prolific_messages",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/new/",
        study_draft.write,
        name="new_prolific_study",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/draft/<slug:step>/",
        study_draft.make,
        name="make_prolific_study",
    ),
    path(
        "campaigns/<int:campaign_id>/prolific/step/<slug:step>/",
        study_draft.move,
        name="move_prolific_study",
    ),
    *(
        path(f"campaigns/<int:campaign_id>/prolific/{step}/", view, name=name)
        for step, view, name in (
            ("token", study.keep_token, "keep_prolific_token"),
            ("token/remove", study.forget_token, "forget_prolific_token"),
            ("connect", study.connect, "connect_prolific"),
            ("disconnect", study.disconnect, "disconnect_prolific"),
            ("ask", study.ask, "ask_prolific"),
            ("stop", study.stop, "stop_prolific"),
            ("progress", study.progress, "prolific_progress"),
            ("decide", study.decide, "decide_prolific"),
            ("again", study.again, "try_prolific_again"),
        )
    ),
    path(
        "campaigns/<int:campaign_id>/pay/lists/<int:batch_id>/prolific/<slug:step>/",
        payments.act,
        name="pay_by_prolific",
    ),
]
