from django.urls import URLPattern, path

from annotation.research.people import (
    admission,
    consent,
    erasure,
    exclusion,
    join_requests,
    questions,
    worker_ids,
    workforce,
)

CAMPAIGN = "campaigns/<int:campaign_id>"
WORKER = f"{CAMPAIGN}/workers/<int:enrolment_id>"

people_urls: list[URLPattern] = [
    path(f"{CAMPAIGN}/consent/", consent.show, name="consent"),
    path(f"{CAMPAIGN}/consent.csv", consent.as_csv, name="consent_csv"),
    path(f"{CAMPAIGN}/people/", admission.people, name="people"),
    path(f"{CAMPAIGN}/people/links/", admission.invitations, name="invitations"),
    path(f"{CAMPAIGN}/people/links/end/", admission.end_all_links, name="end_links"),
    path(f"{CAMPAIGN}/people/waiting/", admission.waiting, name="waiting_workers"),
    path(f"{CAMPAIGN}/people/waiting/decide/", admission.decide, name="decide_workers"),
    path(
        f"{CAMPAIGN}/items/<int:hit_id>/workers/<int:enrolment_id>/release/",
        workforce.release_item,
        name="release_item",
    ),
    path(f"{CAMPAIGN}/workers/", workforce.list_workers, name="workers"),
    path(f"{CAMPAIGN}/workers.csv", workforce.workers_csv, name="workers_csv"),
    path(f"{CAMPAIGN}/workers/joining/", join_requests.who_may_join, name="who_may_join"),
    path(f"{CAMPAIGN}/listed-<str:side>.txt", join_requests.listed_ids, name="listed_ids"),
    path(f"{CAMPAIGN}/workers/ids/", worker_ids.list_ids, name="worker_ids"),
    path(f"{CAMPAIGN}/worker-ids.csv", worker_ids.ids_csv, name="worker_ids_csv"),
    path(f"{WORKER}/stop/", workforce.stop, name="stop_worker"),
    path(f"{WORKER}/release/", workforce.release, name="release_lease"),
    path(f"{WORKER}/restore/", workforce.restore, name="restore_worker"),
    path(f"{CAMPAIGN}/workers/exclude/", exclusion.exclude_many, name="exclude_workers"),
    path(f"{CAMPAIGN}/workers/include/", exclusion.include_many, name="include_workers"),
    path(f"{WORKER}/exclude/", exclusion.exclude, name="exclude_worker"),
    path(f"{WORKER}/include/", exclusion.include, name="include_worker"),
    path(f"{WORKER}/erase/", erasure.erase, name="erase_worker"),
    path(f"{CAMPAIGN}/questions/", questions.list_questions, name="questions"),
    path(
        f"{CAMPAIGN}/questions/<int:enrolment_id>/", questions.show_thread, name="question_thread"
    ),
    path(
        f"{CAMPAIGN}/questions/<int:enrolment_id>/settle/",
        questions.settle,
        name="settle_questions",
    ),
]
