"""Request samples of a dataset, and save them as a dataset."""

from typing import cast

from django.db import IntegrityError, transaction

from addons.sampling.models import Sample
from annotation.models import Dataset, User
from annotation.services.datasets.dataset_writer import create_dataset, name_taken, unused_name
from annotation.services.errors import Conflict, Invalid
from annotation.services.jobs.jobs import ask_for_job, require_options
from annotation.services.lifecycle.guard import require_open
from midpath.sampling.options import GIVEN, SampleOptions, SentenceOptions
from midpath.sampling.shapes import SampleFigures
from midpath.sampling.tables import shortfall

Status = Sample.Status
Kind = Dataset.Kind


def ask_for_sample(
    *,
    dataset: Dataset,
    user: User,
    name: str,
    options: SampleOptions,
    lengths_of: Dataset | None = None,
) -> Sample:
    """Request a sample, made by a job. `lengths_of` is the dataset whose distribution of lengths is
    requested."""
    require_kind(dataset, options)
    require_options(options)
    if (lengths_of is None) != (options.lengths != GIVEN):
        raise Invalid(
            "Choose the dataset whose lengths are requested."
            if lengths_of is None
            else "The lengths of this dataset are only used for lengths “as in another dataset”.",
            field="lengths_of",
        )
    if lengths_of and (lengths_of.project_id, lengths_of.kind) != (dataset.project_id, Kind.TEXTS):
        raise Invalid("Choose a dataset of texts of this project.", field="lengths_of")
    return ask_for_job(
        Sample,
        dataset=dataset,
        user=user,
        name=unused_name(dataset.project, name),
        options=options,
        lengths_of=lengths_of,
    )


def keep_sample(*, sample: Sample, user: User) -> Dataset:
    """Save a sample as a dataset of texts, in the project of its dataset. The dataset records how
    it was sampled, and what is missing."""
    try:
        with transaction.atomic():
            sample = (
                Sample.objects.select_for_update(of=("self",))
                .select_related("dataset__project")
                .get(pk=sample.pk)
            )
            require_open(sample.dataset)
            if sample.status != Status.READY:
                raise Conflict("Only a sample that is ready and not saved yet can be saved.")
            made = _make_dataset(sample, user)
            sample.status, sample.made, sample.texts = Status.KEPT, made, []
            sample.save(update_fields=["status", "made", "texts"])
    except IntegrityError as error:
        raise name_taken(sample.name) from error
    return made


def _make_dataset(sample: Sample, user: User) -> Dataset:
    if not sample.texts:
        raise Invalid("The sample has no texts. Sample again with other options.")
    missing = shortfall(cast(SampleFigures, sample.results))
    return create_dataset(
        project=sample.dataset.project,
        user=user,
        name=unused_name(sample.dataset.project, sample.name),
        kind=Kind.TEXTS,
        details={
            "sampled_from": sample.dataset_id,
            "sample": sample.results,
            **({"notes": [missing]} if missing else {}),
        },
        rows=[
            (text, {"tokens": words, **({"columns": columns} if columns else {})})
            for text, words, columns in sample.texts
        ],
        verb="sample.saved",
    )


def require_kind(dataset: Dataset, options: SampleOptions | type[SampleOptions]) -> None:
    """Refuse a dataset of which the sampler cannot sample."""
    wanted = Kind.DOCUMENTS if options.sampler == SentenceOptions.sampler else Kind.TEXTS
    if dataset.kind != wanted:
        sampled = options.sampler if options.sampler != "random" else "random texts"
        raise Invalid(
            f"{dataset.name} contains {dataset.kind}, but {sampled} are made from {wanted}."
        )
