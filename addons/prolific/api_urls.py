"""The URLs of Prolific studies."""

from django.urls import URLPattern

from addons.prolific.api import bonuses, study, study_draft, submissions
from annotation.api.operations import url

PROJECT = "projects/<int:project_id>"
STUDY = "campaigns/<int:campaign_id>/prolific"
BONUSES = "campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/prolific"

urlpatterns: list[URLPattern] = [
    url(
        f"{PROJECT}/prolific-token",
        "prolific_token",
        study.ReadProlificToken,
        study.KeepProlificToken,
    ),
    url(f"{PROJECT}/prolific-token/forget", "forget_prolific_token", study.ForgetProlificToken),
    url(STUDY, "prolific", study.ReadProlific),
    url(f"{STUDY}/connect", "connect_prolific", study.ConnectProlific),
    url(f"{STUDY}/disconnect", "disconnect_prolific", study.DisconnectProlific),
    url(f"{STUDY}/ask", "ask_prolific", study.AskProlific),
    url(f"{STUDY}/stop", "stop_prolific", study.StopProlific),
    url(f"{STUDY}/submissions", "prolific_submissions", submissions.ListProlificSubmissions),
    url(f"{STUDY}/submissions/decide", "decide_prolific", submissions.DecideProlific),
    url(f"{STUDY}/submissions/again", "try_prolific_again", submissions.TryProlificAgain),
    url(
        f"{STUDY}/messages",
        "prolific_messages",
        submissions.ListProlificMessages,
        submissions.WriteProlificMessages,
    ),
    url(
        f"{STUDY}/draft",
        "prolific_draft",
        study_draft.ProposeProlificStudy,
        study_draft.WriteProlificDraft,
    ),
    url(f"{STUDY}/readiness", "prolific_readiness", study_draft.ReadProlificReadiness),
    url(f"{STUDY}/draft/make", "make_prolific_study", study_draft.MakeProlificStudy),
    url(f"{STUDY}/draft/leave", "leave_prolific_draft", study_draft.LeaveProlificDraft),
    url(f"{STUDY}/steps", "prolific_steps", study_draft.AskForProlificStep),
    url(f"{STUDY}/steps/leave", "leave_prolific_step", study_draft.LeaveProlificStep),
    url(
        f"{STUDY}/steps/<int:step_id>/confirm",
        "confirm_prolific_step",
        study_draft.ConfirmProlificStep,
    ),
    url(BONUSES, "prolific_bonuses", bonuses.ReadProlificBonuses, bonuses.SetUpProlificBonuses),
    url(f"{BONUSES}/pay", "pay_prolific_bonuses", bonuses.PayProlificBonuses),
    url(f"{BONUSES}/leave", "leave_prolific_bonuses", bonuses.LeaveProlificBonuses),
    url(f"{BONUSES}/free", "free_prolific_bonuses", bonuses.FreeProlificBonuses),
]
