"""Recognition of the trees in a file: binary or n-ary, with or without labels."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from agreement.segmentation.figures import Kind
from agreement.segmentation.shapes import read_nested
from agreement.segmentation.tree_kinds.labelled_vectors import heights_of, labels_of, with_labels
from agreement.segmentation.tree_kinds.treebank import Read, parse_tree
from agreement.segmentation.vectors import IllFormed, Vector, check_nary
from midpath.exchange.release import Release
from midpath.schemes.nested.trees import is_binary

SAMPLE = 10_000  # annotations
ONE_IN = 10  # of so many trees, more than one must not be binary, or it is left out as an error


class Recognised(NamedTuple):
    """The form of a file's trees."""

    kind: Kind = "nested"
    labelled: bool = False

    def __str__(self) -> str:
        trees = "n-ary trees" if self.kind == "nary" else "binary trees"
        return f"{trees} with labels" if self.labelled else trees

    @property
    def is_plain(self) -> bool:
        return self == PLAIN


PLAIN = Recognised()


def recognise(release: Release) -> Recognised:
    """Return the form of a file's trees, from its first annotations. They are labelled if most of
    those that can be read are. They are n-ary if more than one in ten has a group of more than two
    parts; fewer are taken for errors.

    >>> text = {"a b c": {"1": "(S a b c)", "2": "(S (NP a b) c)"}}
    >>> str(recognise(Release(text)))
    'n-ary trees with labels'
    """
    found = Counter(map(_form, islice(_annotations(release), SAMPLE)))
    labelled = 2 * sum(n for one, n in found.items() if one and one.labelled) > sum(
        n for one, n in found.items() if one
    )
    binary, nary = (found[Recognised(kind, labelled)] for kind in ("nested", "nary"))
    return Recognised("nary" if ONE_IN * nary > binary + nary else "nested", labelled)


def _annotations(release: Release) -> Iterator[tuple[object, list[str]]]:
    for text, annotations in release.texts.items():
        words = release.words(text)
        for recorded in annotations.values():
            yield recorded, words


def _form(annotation: tuple[object, list[str]]) -> Recognised | None:
    recorded, words = annotation
    try:
        read_nested(recorded, words)
    except IllFormed:
        pass
    else:
        return PLAIN
    for labelled in (False, True):
        try:
            found = read_tree(recorded, words, Recognised("nary", labelled))
        except IllFormed:
            continue
        return Recognised("nested" if is_binary(found.heights) else "nary", labelled)
    return None


def read_tree(recorded: object, words: Sequence[str], form: Recognised) -> Read:
    """Return a tree of a form that is not plain, or raise IllFormed."""
    if isinstance(recorded, str):
        return parse_tree(recorded, words, kind=form.kind, labelled=form.labelled)
    if form.labelled:
        raise IllFormed("A labelled tree is a bracket string.", "not a text")
    return Read(check_nary(recorded, len(words)), {})


class Labels:
    """The labels of a file, numbered in the order in which they occur."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the labels in alphabetical order."""
        return tuple(sorted(self._numbers))

    def read(self, form: Recognised, recorded: object, words: Sequence[str]) -> Vector:
        """Return the vector of a tree of a form that is not plain, or raise IllFormed."""
        found, numbers = read_tree(recorded, words, form), self._numbers
        if not form.labelled:
            return found.heights
        named = {
            span: numbers.setdefault(name.label, len(numbers))
            for span, name in found.labels.items()
        }
        return with_labels(found.heights, named)

    def sort(self, vectors: dict[str, Sequence[Vector]]) -> None:
        """Number the labels in the vectors of each text as in `names`."""
        places = {self._numbers[name]: place for place, name in enumerate(self.names)}
        for text, given in vectors.items() if places else ():
            vectors[text] = [
                (*heights_of(one), *(places[label] for label in labels_of(one))) for one in given
            ]
