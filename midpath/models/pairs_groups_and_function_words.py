"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import DatasetJob


class Alignment(DatasetJob):
    """An alignment of documents: groups of their sections or paragraphs."""

    options: dict[str, Any]


class AlignmentInput(TypedDict):
    name: str
    preset: NotRequired[Literal["acl", "coling"]]
    level: NotRequired[Literal["sections", "paragraphs"]]
    method: NotRequired[
        Literal[
            "clustering",
            "lda",
            "vanilla",
            "all_forward",
            "strict_forward",
            "vanilla_vb",
            "all_forward_vb",
            "strict_forward_vb",
            "vanilla_gibbs",
            "all_forward_gibbs",
            "strict_forward_gibbs",
        ]
    ]
    groups: NotRequired[int]
    runs: NotRequired[int]
    seed: NotRequired[int]
    bigrams: NotRequired[bool]
    least_documents: NotRequired[int]
    least_percent: NotRequired[int]
    most_percent: NotRequired[int]
    stopwords: NotRequired[bool]
    domain_words: NotRequired[list[str]]
    fewest_words: NotRequired[int]
    language: NotRequired[Literal["english", "other"]]
    stopword_list: NotRequired[list[str]]
    lemmas: NotRequired[list[str]]
    compare: NotRequired[bool]
    curves: NotRequired[int]


class Draw(DatasetJob):
    """A sample of pairs from documents."""

    options: dict[str, Any]
    alignment: int | None
    made: int | None


class DrawInput(TypedDict):
    name: str
    alignment: NotRequired[int]
    level: NotRequired[Literal["sections", "paragraphs"]]
    edge: NotRequired[Literal[250000, 500000, 750000]]
    per_stratum: NotRequired[int]
    document_pairs: NotRequired[int | None]
    by_category: NotRequired[bool]
    seed: NotRequired[int]
    smooth: NotRequired[bool]


class GroupedSegment(TypedDict):
    """A section or a paragraph in a group."""

    document: str
    section: int
    paragraph: NotRequired[int]
    title: str
    text: str


class Length(TypedDict):
    """A number of words, and how many texts have it."""

    words: int
    texts: int


class RandomSampleInput(TypedDict):
    """The options of a sampler, with the name of the new dataset."""

    name: str
    lengths_of: NotRequired[int]
    size: NotRequired[int]
    lengths: NotRequired[Literal["equal", "own", "model", "given"]]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    seed: NotRequired[int]
    order: NotRequired[Literal[0, 1, 2, 3]]
    frequency: NotRequired[str]
    new: NotRequired[bool]


class RenameWordsInput(TypedDict):
    to: str


class Sample(TypedDict):
    """A sample of texts, of sentences or of random texts."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    lengths_of: int | None
    made: int | None


class SampleWithResults(TypedDict):
    """A sample of texts, of sentences or of random texts, with its results."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    lengths_of: int | None
    made: int | None
    results: dict[str, Any]


class SentenceSampleInput(TypedDict):
    """The options of a sampler, with the name of the new dataset."""

    name: str
    lengths_of: NotRequired[int]
    size: NotRequired[int]
    lengths: NotRequired[Literal["equal", "own", "given"]]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    seed: NotRequired[int]
    whole: NotRequired[bool]
    near_duplicates: NotRequired[bool]


class TextSampleInput(TypedDict):
    """The options of a sampler, with the name of the new dataset."""

    name: str
    lengths_of: NotRequired[int]
    size: NotRequired[int]
    lengths: NotRequired[Literal["equal", "own", "given"]]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    seed: NotRequired[int]
    alphabet: NotRequired[Literal["any", "letters", "english"]]
    column: NotRequired[str]
    least: NotRequired[str | None]
    most: NotRequired[str | None]
    near_duplicates: NotRequired[bool]


class Typology(DatasetJob):
    """Function words of a dataset's language, and the side of its adpositions."""

    options: dict[str, Any]
    language: str


class TypologyInput(TypedDict):
    language: str
    by: NotRequired[Literal["entropy", "counts"]]
    top: NotRequired[int]
    samples: NotRequired[int]
    sentences: NotRequired[int]
    margin: NotRequired[str]
    resamples: NotRequired[int]
    seed: NotRequired[int]
    known_words: NotRequired[list[str]]


class WordListsInput(TypedDict):
    language: str
    words: list[str]


class Words(TypedDict):
    """A project's own list of prepositions of a language."""

    id: int
    language: str
    words: list[str]
    revision: int


class AlignmentWithResults(Alignment):
    """An alignment of documents, with its results."""

    results: dict[str, Any]


class DrawWithResults(Draw):
    """A sample of pairs from documents, with its results."""

    results: dict[str, Any]


class Lengths(TypedDict):
    """The numbers of words of a dataset's items."""

    lengths: list[Length]


class SegmentGroup(TypedDict):
    """A group of an alignment."""

    group: int
    by_probability: list[Any]
    by_lift: list[Any]
    segments: list[GroupedSegment]


class TypologyWithResults(Typology):
    """Function words of a dataset's language and the side of its adpositions, with results."""

    results: dict[str, Any]
