"""The URLs of Prolific studies."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import URLPattern, path

from addons.prolific.api import bonuses, study, study_draft, submissions
from annotation.api.operations import address

Answer = Callable[..., HttpResponseBase]
OF_CAMPAIGN: tuple[tuple[str, str, Answer], ...] = (
    ("", "prolific", address("Prolific", study.ReadProlific)),
    ("/connect", "connect_prolific", address("ConnectProlific", study.ConnectProlific)),
    ("/disconnect", "disconnect_prolific", address("Disconnect", study.DisconnectProlific)),
    ("/ask", "ask_prolific", address("AskProlific", study.AskProlific)),
    ("/stop", "stop_prolific", address("StopProlific", study.StopProlific)),
    (
        "/submissions",
        "prolific_submissions",
        address("ProlificSubmissions", submissions.ListProlificSubmissions),
    ),
    (
        "/submissions/decide",
        "decide_prolific",
        address("DecideProlific", submissions.DecideProlific),
    ),
    (
        "/submissions/again",
        "try_prolific_again",
        address("TryProlificAgain", submissions.TryProlificAgain),
    ),
    (
        "/messages",
        "prolific_messages",
        address(
            "ProlificMessages",
            submissions.ListProlificMessages,
            submissions.WriteProlificMessages,
        ),
    ),
    (
        "/draft",
        "prolific_draft",
        address("ProlificDraft", study_draft.ProposeProlificStudy, study_draft.WriteProlificDraft),
    ),
    (
        "/readiness",
        "prolific_readiness",
        address("ProlificReadiness", study_draft.ReadProlificReadiness),
    ),
    ("/draft/make", "make_prolific_study", address("MakeStudy", study_draft.MakeProlificStudy)),
    ("/draft/leave", "leave_prolific_draft", address("LeaveDraft", study_draft.LeaveProlificDraft)),
    ("/steps", "prolific_steps", address("ProlificSteps", study_draft.AskForProlificStep)),
    ("/steps/leave", "leave_prolific_step", address("LeaveStep", study_draft.LeaveProlificStep)),
    (
        "/steps/<int:step_id>/confirm",
        "confirm_prolific_step",
        address("ConfirmStep", study_draft.ConfirmProlificStep),
    ),
)
OF_LIST: tuple[tuple[str, str, Answer], ...] = (
    (
        "",
        "prolific_bonuses",
        address("ProlificBonuses", bonuses.ReadProlificBonuses, bonuses.SetUpProlificBonuses),
    ),
    ("/pay", "pay_prolific_bonuses", address("PayBonuses", bonuses.PayProlificBonuses)),
    ("/leave", "leave_prolific_bonuses", address("LeaveBonuses", bonuses.LeaveProlificBonuses)),
    ("/free", "free_prolific_bonuses", address("FreeBonuses", bonuses.FreeProlificBonuses)),
)
urlpatterns: list[URLPattern] = [
    path(
        "projects/<int:project_id>/prolific-token",
        address("ProlificToken", study.ReadProlificToken, study.KeepProlificToken),
        name="prolific_token",
    ),
    path(
        "projects/<int:project_id>/prolific-token/forget",
        address("ForgetProlificToken", study.ForgetProlificToken),
        name="forget_prolific_token",
    ),
    *(
        path(f"campaigns/<int:campaign_id>/prolific{place}", view, name=name)
        for place, name, view in OF_CAMPAIGN
    ),
    *(
        path(
            f"campaigns/<int:campaign_id>/pay/batches/<int:batch_id>/prolific{place}",
            view,
            name=name,
        )
        for place, name, view in OF_LIST
    ),
]
