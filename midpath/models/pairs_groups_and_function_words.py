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
    seed: NotRequired[int]
    smooth: NotRequired[bool]


class GroupedSegment(TypedDict):
    """A section or a paragraph in a group."""

    document: str
    section: int
    paragraph: NotRequired[int]
    title: str
    text: str


class RenameWordsInput(TypedDict):
    to: str


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
    seed: NotRequired[int]


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


class SegmentGroup(TypedDict):
    """A group of an alignment."""

    group: int
    by_probability: list[Any]
    by_lift: list[Any]
    segments: list[GroupedSegment]


class TypologyWithResults(Typology):
    """Function words of a dataset's language and the side of its adpositions, with results."""

    results: dict[str, Any]
