"""What tests of the core know of the installed add-ons. Each says it in its module
`tests/contract.py`, so that the core's tables of addresses name no add-on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import models
from django.db.migrations.state import StateApps

from annotation.addons import installed_addons
from annotation.models import Project, User
from tests.permissions.rules import Rule

Make = Callable[[Project, User], Mapping[str, object]]


@dataclass(frozen=True)
class Contract:
    """The addresses of an add-on.

    `rules` extends the table of permissions, `roles` and `scopes` those of tests/permissions.
    `writes` and `reads` list pages with the operations that do the same, one page per line.
    `only_post` are pages that are no places to be, `refused` those whose preselected values are.
    `make` makes objects and returns the parameters of their addresses."""

    rules: Mapping[str, Rule] = field(default_factory=dict)
    roles: Mapping[str, frozenset[str]] = field(default_factory=dict)
    scopes: Mapping[str, str] = field(default_factory=dict)
    writes: str = ""
    reads: str = ""
    only_post: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    make: Make = lambda project, user: {}


def contracts() -> Iterator[Contract]:
    for config in installed_addons():
        found: Contract = import_module(f"{config.name}.tests.contract").CONTRACT
        yield found


def rules_of_addons() -> dict[str, Rule]:
    return {name: rule for one in contracts() for name, rule in one.rules.items()}


def role_of_addons(role: str) -> frozenset[str]:
    return frozenset(name for one in contracts() for name in one.roles.get(role, ()))


def made_of_addons(project: Project, user: User) -> dict[str, Any]:
    """Make the objects of all add-ons; return the parameters of their addresses."""
    return {name: value for one in contracts() for name, value in one.make(project, user).items()}


def our_models(state: StateApps | None = None) -> Iterator[type[models.Model]]:
    """Yield Midpath's own models, with those of add-ons, also as a migration left them."""
    registry = state or apps
    ours = {"annotation", *(config.label for config in installed_addons())}
    for config in registry.get_app_configs():
        if config.label in ours:
            yield from config.get_models()
