"""Find, from the models, the dependent rows of a row: those that must be deleted with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import CASCADE, PROTECT, ForeignKey, ForeignObjectRel, Model

Kind = type[Model]
TAKES_ALONG = (CASCADE, PROTECT)


@dataclass(frozen=True)
class Dependents:
    """The rows of one model that depend on a root.

    `paths` are the lookups from a row to the root; a row depends on the root if any of them leads
    to it. `own` are the columns by which rows refer to others of the same model: the referring rows
    are deleted first."""

    model: Kind
    paths: tuple[str, ...]
    own: tuple[str, ...]


@dataclass(frozen=True)
class LooseEnd:
    """A column that refers to a deleted row and is set to null, instead of being deleted with
    it."""

    model: Kind
    column: str
    paths: tuple[str, ...]


@cache
def dependents_of(root: Kind) -> tuple[Dependents, ...]:
    """Return the models with rows that depend on a row of this one, each after all that refer to
    it."""
    order = [model for model in _order(root) if model is not root]
    return tuple(
        Dependents(model, paths, tuple(link.name for link in _links(model, {model})))
        for model, paths in ((model, _paths_to(root)[model]) for model in order)
    )


@cache
def loose_ends(root: Kind) -> tuple[LooseEnd, ...]:
    found = []
    for model, paths in _paths_to(root).items():
        for relation in _referring_to(model):
            if relation.on_delete not in TAKES_ALONG:
                column = relation.field.name
                ways = tuple(_way(column, path) for path in paths)
                found.append(LooseEnd(relation.related_model, column, ways))
    return tuple(found)


def _closure(root: Kind) -> set[Kind]:
    found, new = {root}, [root]
    while new:
        for relation in _referring_to(new.pop()):
            model = relation.related_model
            if relation.on_delete in TAKES_ALONG and model not in found:
                found.add(model)
                new.append(model)
    return found


def _order(root: Kind) -> list[Kind]:
    """Return the models that depend on a root, and the root last: each model after all that refer
    to it."""
    models, order, seen = _closure(root), list[Kind](), set[Kind]()

    def visit(model: Kind) -> None:
        seen.add(model)
        for other in (relation.related_model for relation in _referring_to(model)):
            if other in models and other not in seen:
                visit(other)
        order.append(model)

    visit(root)
    return order


@cache
def _paths_to(root: Kind) -> dict[Kind, tuple[str, ...]]:
    """Return, by model, the lookups to the root: its own columns that refer to it, or else paths
    through other models."""
    paths: dict[Kind, tuple[str, ...]] = {root: ("pk",)}
    for model in reversed(_order(root)):
        if model is not root:
            links = _links(model, {root}) or _links(model, set(paths) - {model})
            ways = (_way(one.name, path) for one in links for path in paths[one.related_model])
            paths[model] = tuple(dict.fromkeys(ways))
    return paths


def _links(model: Kind, to: set[Kind]) -> list[Any]:
    return [link for link in _references(model) if link.related_model in to]


def _references(model: Kind) -> Iterator[Any]:
    for column in model._meta.concrete_fields:
        if isinstance(column, ForeignKey) and column.remote_field.on_delete in TAKES_ALONG:
            yield column


def _referring_to(model: Kind) -> list[ForeignObjectRel]:
    """Return the references to a model, including those without a reverse name."""
    fields = model._meta.get_fields(include_hidden=True)
    found = [one for one in fields if isinstance(one, ForeignObjectRel)]
    references = [one for one in found if one.one_to_many or one.one_to_one]
    return sorted(references, key=lambda one: (one.related_model.__name__, one.field.name))


def _way(column: str, path: str) -> str:
    return column if path == "pk" else f"{column}__{path}"
