from django.urls import URLPattern

from annotation.api.operations import url
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

CAMPAIGN = "campaigns/<int:campaign_id>"
WORKER = f"{CAMPAIGN}/workers/<int:worker>"

worker_urls: list[URLPattern] = [
    url("campaigns/<slug:code>/join", "join", join.JoinCampaign),
    url("campaigns/<slug:code>/way-out", "way_out", withdrawal.ReadWayOut),
    url("campaigns/<slug:code>/claim", "claim", work.ClaimHIT),
    url(
        "campaigns/<slug:code>/assignments/<int:assignment_id>/submit",
        "submit",
        work.SubmitJudgment,
    ),
    url("campaigns/<slug:code>/assignments/<int:assignment_id>/return", "return", work.ReturnHIT),
    url("campaigns/<slug:code>/assignments/<int:assignment_id>/skip", "skip", work.SkipHIT),
]

people_urls: list[URLPattern] = [
    url(f"{CAMPAIGN}/questions", "questions", questions.ListQuestions),
    url(f"{WORKER}/answer", "answer_question", questions.AnswerQuestion),
    url(f"{WORKER}/settle", "settle_questions", questions.SettleQuestions),
    url(
        f"{CAMPAIGN}/waiting-workers",
        "waiting_workers",
        screening.ListWaitingWorkers,
        screening.DecideWorkers,
    ),
    url(f"{WORKER}/stop", "stop_worker", workforce.StopWorker),
    url(f"{WORKER}/restore", "restore_worker", workforce.RestoreWorker),
    url(f"{WORKER}/exclude", "exclude_worker", workforce.ExcludeWorker),
    url(f"{WORKER}/release", "release_lease", workforce.ReleaseLease),
    url(f"{WORKER}/include", "include_worker", workforce.IncludeWorker),
    url(f"{CAMPAIGN}/people", "people", admission.ChangePeople),
    url(f"{CAMPAIGN}/signed-links", "signed_links", admission.SignLinks),
    url(f"{CAMPAIGN}/signed-links/end", "end_links", admission.EndLinks),
    url(f"{CAMPAIGN}/worker-ids", "worker_ids", worker_ids.ListWorkerIds),
    url(f"{CAMPAIGN}/listed-ids", "listed_ids", worker_lists.ListListed, worker_lists.ChangeListed),
    url(f"{CAMPAIGN}/consent", "consent", worker_lists.ReadConsent, worker_lists.ChangeConsent),
    url(f"{CAMPAIGN}/consents", "consents", worker_lists.ListConsents),
    url(f"{WORKER}/exclude/foresee", "foresee_exclusion", workforce.ForeseeExclusion),
]
