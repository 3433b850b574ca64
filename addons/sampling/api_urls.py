"""The URLs of the operations."""

from django.urls import URLPattern

from addons.sampling import api
from annotation.api.jobs.jobs import job_urls
from annotation.api.operations import url

SAMPLES = "datasets/<int:dataset_id>/samples"

urlpatterns: list[URLPattern] = [
    *job_urls(
        api.OPERATIONS,
        url(f"{SAMPLES}/texts", "text_samples", api.AskForTextSample),
        url(f"{SAMPLES}/sentences", "sentence_samples", api.AskForSentenceSample),
        url(f"{SAMPLES}/random", "random_samples", api.AskForRandomSample),
        url("samples/<int:sample_id>/keep", "keep_sample", api.KeepSample),
    ),
    url("datasets/<int:dataset_id>/lengths", "lengths", api.ReadLengths),
]
