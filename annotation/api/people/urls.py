"""The URLs of operations of and about workers."""

from django.urls import URLPattern, path

from annotation.api.operations import address
from annotation.api.people import (
    admission,
    join,
    questions,
    screening,
    withdrawal,
    work,
    worker_ids,
    worker_lists,
    workforce,
)

worker_urls: list[URLPattern] = [
    path("campaigns/<slug:code>/join", address("Join", join.JoinCampaign), name="join"),
    path("campaigns/<slug:code>/way-out", address("WayOut", withdrawal.ReadWayOut), name="way_out"),
    path("campaigns/<slug:code>/claim", address("Claim", work.ClaimHIT), name="claim"),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/submit",
        address("Submit", work.SubmitJudgment),
        name="submit",
    ),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/return",
        address("Return", work.ReturnHIT),
        name="return",
    ),
    path(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/skip",
        address("Skip", work.SkipHIT),
        name="skip",
    ),
]

people_urls: list[URLPattern] = [
    path(
        "campaigns/<int:campaign_id>/questions",
        address("Questions", questions.ListQuestions),
        name="questions",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/answer",
        address("AnswerQuestion", questions.AnswerQuestion),
        name="answer_question",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/settle",
        address("SettleQuestions", questions.SettleQuestions),
        name="settle_questions",
    ),
    path(
        "campaigns/<int:campaign_id>/waiting-workers",
        address("WaitingWorkers", screening.ListWaitingWorkers, screening.DecideWorkers),
        name="waiting_workers",
    ),
    *(
        path(
            f"campaigns/<int:campaign_id>/workers/<int:worker>/{step}",
            address(f"{step.title()}Worker", operation),
            name=f"{step}_worker",
        )
        for step, operation in (
            ("stop", workforce.StopWorker),
            ("restore", workforce.RestoreWorker),
        )
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/exclude",
        address("Exclude", workforce.ExcludeWorker),
        name="exclude_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/release",
        address("Release", workforce.ReleaseLease),
        name="release_lease",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/include",
        address("Include", workforce.IncludeWorker),
        name="include_worker",
    ),
    path(
        "campaigns/<int:campaign_id>/people",
        address("People", admission.ChangePeople),
        name="people",
    ),
    path(
        "campaigns/<int:campaign_id>/signed-links",
        address("SignedLinks", admission.SignLinks),
        name="signed_links",
    ),
    path(
        "campaigns/<int:campaign_id>/signed-links/end",
        address("EndLinks", admission.EndLinks),
        name="end_links",
    ),
    path(
        "campaigns/<int:campaign_id>/worker-ids",
        address("WorkerIds", worker_ids.ListWorkerIds),
        name="worker_ids",
    ),
    path(
        "campaigns/<int:campaign_id>/listed-ids",
        address("ListedIds", worker_lists.ListListed, worker_lists.ChangeListed),
        name="listed_ids",
    ),
    path(
        "campaigns/<int:campaign_id>/consent",
        address("CampaignConsent", worker_lists.ReadConsent, worker_lists.ChangeConsent),
        name="consent",
    ),
    path(
        "campaigns/<int:campaign_id>/consents",
        address("Consents", worker_lists.ListConsents),
        name="consents",
    ),
    path(
        "campaigns/<int:campaign_id>/workers/<int:worker>/exclude/foresee",
        address("ForeseeExclusion", workforce.ForeseeExclusion),
        name="foresee_exclusion",
    ),
]
