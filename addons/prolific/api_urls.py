"""The URLs of Prolific studies."""

from django.urls import URLPattern

from addons.prolific.api import bonuses, study, study_draft, submissions
from annotation.api.operations import urls

PROJECT = "projects/<int:project_id>"
STUDY = "campaigns/<int:campaign_id>/prolific"
BONUSES = "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/prolific"

urlpatterns: list[URLPattern] = [
    *urls(
        PROJECT,
        ("/prolific-token", "prolific_token", study.ReadProlificToken, study.KeepProlificToken),
        ("/prolific-token/forget", "forget_prolific_token", study.ForgetProlificToken),
    ),
    *urls(
        STUDY,
        ("", "prolific", study.ReadProlific),
        ("/connect", "connect_prolific", study.ConnectProlific),
        ("/disconnect", "disconnect_prolific", study.DisconnectProlific),
        ("/ask", "ask_prolific", study.AskProlific),
        ("/stop", "stop_prolific", study.StopProlific),
        ("/submissions", "prolific_submissions", submissions.ListProlificSubmissions),
        ("/submissions/decide", "decide_prolific", submissions.DecideProlific),
        ("/submissions/again", "try_prolific_again", submissions.TryProlificAgain),
        (
            "/messages",
            "prolific_messages",
            submissions.ListProlificMessages,
            submissions.WriteProlificMessages,
        ),
        (
            "/draft",
            "prolific_draft",
            study_draft.ProposeProlificStudy,
            study_draft.WriteProlificDraft,
        ),
        ("/readiness", "prolific_readiness", study_draft.ReadProlificReadiness),
        ("/draft/make", "make_prolific_study", study_draft.MakeProlificStudy),
        ("/draft/leave", "leave_prolific_draft", study_draft.LeaveProlificDraft),
        ("/steps", "prolific_steps", study_draft.AskForProlificStep),
        ("/steps/leave", "leave_prolific_step", study_draft.LeaveProlificStep),
        ("/steps/<int:step_id>/confirm", "confirm_prolific_step", study_draft.ConfirmProlificStep),
    ),
    *urls(
        BONUSES,
        ("", "prolific_bonuses", bonuses.ReadProlificBonuses, bonuses.SetUpProlificBonuses),
        ("/pay", "pay_prolific_bonuses", bonuses.PayProlificBonuses),
        ("/leave", "leave_prolific_bonuses", bonuses.LeaveProlificBonuses),
        ("/free", "free_prolific_bonuses", bonuses.FreeProlificBonuses),
    ),
]
