"""The form of the trees in a nested campaign: binary or n-ary, with or without labels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agreement.segmentation.boundaries import (
    check_nested,
    format_all,
    parse_nested,
    read_nested,
)
from agreement.segmentation.tree_kinds.labelled_vectors import (
    check_labelled,
    heights_of,
    labelled_groups,
    with_labels,
)
from agreement.segmentation.tree_kinds.treebank import Read, format_labelled, parse_tree
from agreement.segmentation.vectors import IllFormed, Kind, Vector, check_nary, groups
from midpath.schemes.base import Settings
from midpath.schemes.nested.settings import MANY, TWO
from midpath.schemes.overlap import groups_of


@dataclass(frozen=True)
class TreeForm:
    """Trees of a kind, with the names of their labels if they are labelled."""

    kind: Kind = "nested"
    labels: tuple[str, ...] = ()

    def check(self, vector: object, n_words: int) -> Vector:
        """Return a valid vector, or raise IllFormed."""
        if self.labels:
            return check_labelled(self.kind, vector, n_words, len(self.labels))
        return (check_nary if self.kind == "nary" else check_nested)(vector, n_words)

    def parse(self, text: str, words: Sequence[str] | None) -> Vector:
        """Return the vector of a bracket string, or raise IllFormed."""
        if self.kind == "nested" and not self.labels:
            return parse_nested(text, words)
        found = parse_tree(text, words, kind=self.kind, labelled=bool(self.labels))
        return self.numbered(found) if self.labels else found.heights

    def read(self, recorded: object, words: Sequence[str]) -> Vector:
        """Return the vector of a recorded annotation: a bracket string, or a list of numbers; a
        string of digits if trees are binary."""
        if self.kind == "nested" and not self.labels:
            return read_nested(recorded, words)
        if isinstance(recorded, str):
            return self.parse(recorded, words)
        return self.check(recorded, len(words))

    def numbered(self, found: Read) -> Vector:
        """Return the labelled vector of a tree, or raise IllFormed if it has another label."""
        numbers = {label: number for number, label in enumerate(self.labels)}
        for label, position in found.labels.values():
            if label not in numbers:
                raise IllFormed(
                    f"There is no label “{label}” (character {position + 1}). The labels are: "
                    f"{', '.join(self.labels)}.",
                    "no such label",
                    position,
                )
        named = {span: numbers[name.label] for span, name in found.labels.items()}
        return with_labels(found.heights, named)

    def forms(self, vectors: Iterable[Vector], words: Sequence[str]) -> list[str]:
        """Return the bracket strings of valid vectors."""
        if not self.labels:
            return format_all(self.kind, words, vectors)
        return [format_labelled(words, heights_of(one), self.named(one)) for one in vectors]

    def named(self, vector: Vector) -> Mapping[tuple[int, int], str]:
        """Return the name of each group's label, by its first and last word."""
        return {span: self.labels[label] for span, label in labelled_groups(vector).items()}

    def heights(self, vector: Sequence[int]) -> Vector:
        return heights_of(vector) if self.labels else tuple(vector)


BINARY = TreeForm()


def tree_form(settings: Settings) -> TreeForm:
    """Return the form of trees under a campaign's settings; binary ones without any."""
    labels = tuple(one["label"] for one in settings.get("labels", ()))
    return TreeForm("nary" if settings.get("parts", TWO) == MANY else "nested", labels)


def read_any_tree(recorded: object, words: Sequence[str]) -> tuple[TreeForm, Read]:
    """Return a recorded tree, with its form: binary, n-ary, or labelled, where the words decide.
    Raises the IllFormed of a binary tree if it is none of them. The labels of the form are unknown.

    >>> [read_any_tree(form, ["a", "b", "c"])[0].kind for form in ("(a (b c))", "(a b c)")]
    ['nested', 'nary']
    >>> read_any_tree("(S (NP a b) c)", ["a", "b", "c"])[1].labels[0, 1].label
    'NP'
    """
    try:
        return BINARY, Read(read_nested(recorded, words), {})
    except IllFormed as error:
        first = error
    if not isinstance(recorded, str):
        return TreeForm("nary"), Read(check_nary(recorded, len(words)), {})
    for labelled in (False, True):
        try:
            found = parse_tree(recorded, words, labelled=labelled)
        except IllFormed:
            continue
        kind: Kind = "nested" if is_binary(found.heights) else "nary"
        return TreeForm(kind, ("",) if labelled else ()), found
    raise first


def is_binary(heights: Vector) -> bool:
    return all(len(group.boundaries) == 1 for group in groups(heights))


def tree_parts(
    vector: Sequence[int], settings: Settings
) -> set[tuple[int, int]] | set[tuple[int, int, str]]:
    """Return the groups of a tree by which answers are compared, by their first and last word. If
    they are labelled, each has its label, and the whole text is one of them."""
    trees = tree_form(settings)
    if not trees.labels:
        return groups_of(vector)
    return {(*span, label) for span, label in trees.named(tuple(vector)).items()}
