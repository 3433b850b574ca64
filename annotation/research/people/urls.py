"""The URLs of a campaign's workers: admission, the workforce, consent and questions."""

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

people_urls: list[URLPattern] = [
    path("campaigns/<int:campaign_id>/consent/", consent.show, name="consent"),
    path("campaigns/<int:campaign_id>/consent.csv", consent.as_csv, name="consent_csv"),
    path("campaigns/<int:campaign_id>/people/", admission.people, name="people"),
    path("campaigns/<int:campaign_id>/people/links/", admission.invitations, name="invitations"),
    path(
        "campaigns/<int:campaign_id>/people/links/end/", admission.end_all_links, name="end_links"
    ),
    path("campaigns/<int:campaign_id>/people/waiting/", admission.waiting, name="waiting_workers"),
    path(
        "campaigns/<int:campaign_id>/people/waiting/decide/",
        admission.decide,
        name="decide_workers",
    ),
    path(
        "campaigns/<int:campaign_id>/items/<int:hit_id>/workers/<int:enrolment_id>/release/",
        workforce.release_item,
        name="release_item",
    ),
    path("campaigns/<int:campaign_id>/workers/", workforce.list_workers, name="workers"),
    path("campaigns/<int:campaign_id>/workers.csv", workforce.workers_csv, name="workers_csv"),
    path(
        "campaigns/<int:campaign_id>/workers/joining/",
        join_requests.who_may_join,
        name="who_may_join",
    ),
    path(
        "campaigns/<int:campaign_id>/listed-<str:side>.txt",
        join_requests.listed_ids,
        name="listed_ids",
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
        erasure.erase,
        name="erase_worker",
    ),
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
]
