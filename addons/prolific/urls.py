"""The URLs of Prolific studies."""

from django.urls import URLPattern, path

from addons.prolific.pages import messages, payments, study, study_draft

CAMPAIGN = "campaigns/<int:campaign_id>"

urlpatterns: list[URLPattern] = [
    path(f"{CAMPAIGN}/prolific/", study.show, name="prolific"),
    *(
        path(f"{CAMPAIGN}/prolific/{step}/", view, name=name)
        for step, view, name in (
            ("messages", messages.show, "prolific_messages"),
            ("new", study_draft.write, "new_prolific_study"),
            ("draft/<slug:step>", study_draft.make, "make_prolific_study"),
            ("step/<slug:step>", study_draft.move, "move_prolific_study"),
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
        f"{CAMPAIGN}/pay/lists/<int:batch_id>/prolific/<slug:step>/",
        payments.act,
        name="pay_by_prolific",
    ),
]
