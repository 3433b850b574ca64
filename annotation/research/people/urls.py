from django.urls import URLPattern

from annotation.research.common.routes import of_campaign
from annotation.research.people import (
    admission,
    consent,
    erasure,
    exclusion,
    join_requests,
    questions,
    worker_ids,
    workforce,
    workload,
)

WORKER = "workers/<int:enrolment_id>"

people_urls: list[URLPattern] = [
    of_campaign("consent/", consent.show, "consent"),
    of_campaign("consent.csv", consent.as_csv, "consent_csv"),
    of_campaign("people/", admission.people, "people"),
    of_campaign("people/links/", admission.invitations, "invitations"),
    of_campaign("people/links/end/", admission.end_all_links, "end_links"),
    of_campaign("people/waiting/", admission.waiting, "waiting_workers"),
    of_campaign("people/waiting/decide/", admission.decide, "decide_workers"),
    of_campaign(
        "items/<int:hit_id>/workers/<int:enrolment_id>/release/",
        workforce.release_item,
        "release_item",
    ),
    of_campaign("workers/", workforce.list_workers, "workers"),
    of_campaign("workers.csv", workforce.workers_csv, "workers_csv"),
    of_campaign("workload.csv", workload.as_csv, "workload_csv"),
    of_campaign("workers/joining/", join_requests.who_may_join, "who_may_join"),
    of_campaign("listed-<str:side>.txt", join_requests.listed_ids, "listed_ids"),
    of_campaign("workers/ids/", worker_ids.list_ids, "worker_ids"),
    of_campaign("worker-ids.csv", worker_ids.ids_csv, "worker_ids_csv"),
    of_campaign(f"{WORKER}/stop/", workforce.stop, "stop_worker"),
    of_campaign(f"{WORKER}/release/", workforce.release, "release_lease"),
    of_campaign(f"{WORKER}/restore/", workforce.restore, "restore_worker"),
    of_campaign("workers/exclude/", exclusion.exclude_many, "exclude_workers"),
    of_campaign("workers/include/", exclusion.include_many, "include_workers"),
    of_campaign(f"{WORKER}/exclude/", exclusion.exclude, "exclude_worker"),
    of_campaign(f"{WORKER}/include/", exclusion.include, "include_worker"),
    of_campaign(f"{WORKER}/erase/", erasure.erase, "erase_worker"),
    of_campaign("questions/", questions.list_questions, "questions"),
    of_campaign("questions/<int:enrolment_id>/", questions.show_thread, "question_thread"),
    of_campaign("questions/<int:enrolment_id>/settle/", questions.settle, "settle_questions"),
]
