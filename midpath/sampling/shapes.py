"""The shapes of the results of a sample, which are stored with it."""

from typing import NotRequired, TypedDict


class LengthRow(TypedDict):
    """A number of words: how many texts of this length can be sampled, were requested and were
    obtained, for each part. `candidates` is None for texts that a model makes."""

    words: int
    candidates: int | None
    requested: list[int]
    obtained: list[int]


class LengthsOf(TypedDict):
    """The dataset or file whose lengths were requested; `dataset` is None for a file."""

    dataset: int | None
    name: str


class SampleFigures(TypedDict):
    """A sample.

    options : those of the sampler, with its name
    read : the number of texts, or of sentences, that were read
    left_out : how many of them are not candidates, by reason, and near-duplicates
    parts : the models; one without a name for other samplers
    lengths : requested and obtained, by number of words
    repeated : how many texts of each part were made again and replaced
    known : how many texts of each part are among those that were read
    """

    options: dict[str, object]
    read: int
    left_out: dict[str, int]
    parts: list[str]
    lengths: list[LengthRow]
    repeated: NotRequired[list[int]]
    known: NotRequired[list[int]]
    lengths_of: NotRequired[LengthsOf]
