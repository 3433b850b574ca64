"""Operations on samples of texts, sentences and random texts, which can be saved as a dataset."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from addons.sampling.job_kinds import SAMPLE
from addons.sampling.lengths import lengths_in
from addons.sampling.models import Sample as SampleModel
from addons.sampling.services import ask_for_sample, keep_sample
from annotation.api.basic_fields import Array, Integer, Object
from annotation.api.datasets import Dataset
from annotation.api.fields import Form, Text, Whole
from annotation.api.jobs.jobs import Job, JobOperations, job_for, job_response
from annotation.api.jobs.options import OptionsInput, chosen_in
from annotation.api.operations import ResearcherOperation, edits_datasets, sees_figures
from annotation.api.scope import caller, dataset_for, datasets_of
from annotation.capabilities import Capability
from annotation.models import Dataset as DatasetModel
from annotation.services.datasets.dataset_writer import MAX_NAME_LENGTH
from annotation.services.errors import Invalid
from annotation.services.items.filters import LARGEST
from midpath.sampling.options import (
    GIVEN,
    RandomOptions,
    SampleOptions,
    SentenceOptions,
    TextOptions,
)


class Sample(Job):
    """A sample of texts, of sentences or of random texts."""

    lengths_of = Integer(
        "The dataset whose lengths are requested; null: none.",
        source="lengths_of_id",
        allow_null=True,
    )
    made = Integer("The dataset it was saved as; null: none.", source="made_id", allow_null=True)


class SampleWithResults(Sample):
    """A sample of texts, of sentences or of random texts, with its results."""

    results = Object(
        "The requested and obtained numbers of texts by length, and what was left out; empty until "
        "ready."
    )


class SampleInput(OptionsInput):
    """The options of a sampler, with the name of the new dataset."""

    options: ClassVar[type[SampleOptions]]

    name = Text("The name of the new dataset.", max_length=MAX_NAME_LENGTH)
    lengths_of = Whole(
        "A dataset of texts of the same project: its distribution of lengths is requested, so "
        f"`lengths` is then `{GIVEN}`. Default: none.",
        max_value=LARGEST,
        required=False,
    )


class TextSampleInput(SampleInput):
    options = TextOptions


class SentenceSampleInput(SampleInput):
    options = SentenceOptions


class RandomSampleInput(SampleInput):
    options = RandomOptions


class AskForSample(ResearcherOperation):
    """The operation of one sampler."""

    form: ClassVar[type[SampleInput]]

    def ask(self, request: Request, dataset_id: int) -> Response:
        given = chosen_in(self.form, self.body)
        lengths_of = _lengths_of(request, self.body)
        if lengths_of is not None:
            given = {"lengths": GIVEN, **given}
        sample = ask_for_sample(
            dataset=dataset_for(request, dataset_id),
            user=caller(request),
            name=self.body["name"],
            options=self.form.options.from_flat(given),
            lengths_of=lengths_of,
        )
        return job_response(Sample, sample, 202)


class AskForTextSample(AskForSample):
    form = TextSampleInput

    @edits_datasets(
        name="ask_for_text_sample", takes=TextSampleInput, creates=True, gives={202: Sample}
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Sample texts by length, characters and a column in the background, to keep them later."""
        return self.ask(request, dataset_id)


class AskForSentenceSample(AskForSample):
    form = SentenceSampleInput

    @edits_datasets(
        name="ask_for_sentence_sample", takes=SentenceSampleInput, creates=True, gives={202: Sample}
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Sample sentences of documents by length in the background, to keep them later."""
        return self.ask(request, dataset_id)


class AskForRandomSample(AskForSample):
    form = RandomSampleInput

    @edits_datasets(
        name="ask_for_random_sample", takes=RandomSampleInput, creates=True, gives={202: Sample}
    )
    def post(self, request: Request, dataset_id: int) -> Response:
        """Make random texts with n-gram models of a dataset in the background, to keep them
        later."""
        return self.ask(request, dataset_id)


OPERATIONS = JobOperations(
    kind=SAMPLE,
    folder="samples",
    listed=Sample,
    list_doc="List the samples of a dataset, the oldest first.",
    found=SampleWithResults,
    read_doc="Read the progress or the results of a sample.",
    sees=Capability.SEE_TEXTS,
)


class KeepSample(ResearcherOperation):
    @edits_datasets(name="keep_sample", creates=True, gives={201: Dataset})
    def post(self, request: Request, sample_id: int) -> object:
        """Save the sample as a dataset of texts."""
        made = keep_sample(sample=job_for(request, SampleModel, sample_id), user=caller(request))
        made.refresh_from_db()
        return made


class Length(Form):
    """A number of words, and how many texts have it."""

    words = Integer("The number of words.")
    texts = Integer("The number of items.")


class Lengths(Form):
    """The numbers of words of a dataset's items."""

    lengths = Array("The numbers of words that occur, in order.", child=Length())


class ReadLengths(ResearcherOperation):
    @sees_figures(name="read_lengths", gives={200: Lengths})
    def get(self, request: Request, dataset_id: int) -> object:
        """Read how many items of a dataset have how many words."""
        counted = lengths_in(dataset_for(request, dataset_id))
        return {"lengths": [{"words": words, "texts": n} for words, n in counted.items()]}


def _lengths_of(request: Request, body: dict[str, Any]) -> DatasetModel | None:
    if "lengths_of" not in body:
        return None
    found = datasets_of(request).filter(pk=body["lengths_of"]).first()
    if found is None:
        raise Invalid("There is no such dataset, or it is not one of yours.", field="lengths_of")
    return found
