"""Contracts of add-ons with the tests of the core. Each add-on has one in its module
`tests/contract.py`, so that the core's tables of addresses name no add-on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.db.migrations.state import StateApps

from annotation.addons import installed_addons
from annotation.models import Project, User
from tests.api.studies import Study
from tests.permissions.rules import Rule

Make = Callable[[Project, User], Mapping[str, object]]
Call = Callable[[str], str]
Furnish = Callable[[Study], Mapping[str, dict[str, Any]]]


@dataclass(frozen=True)
class Contract:
    """The addresses of an add-on.

    `rules` extends the table of permissions, `roles` (by the names in tests/permissions/roles.py)
    and `scopes` those of tests/permissions. `charts` are the charts of addresses that need one.
    `writes` and `reads` list pages with the operations that do the same, one page per line.
    `without_operation` are pages that show data and have no operation, with the reason.
    `of_documents` are operations that chains of requests send to a dataset of documents.
    `beginnings` are operations that chains of requests start from. `no_pages` have no help: they
    are files, parts of pages or forms. `refused` are pages whose preselected values are refused,
    `always_refused` operations that the tests' study refuses, with the reason. `patterns` are
    properties of operations that have a pattern, with values that match it and some that do not.
    `make` makes objects and returns the parameters of their addresses. `furnish` makes more for
    chains of requests, and returns the bodies of operations by address. `untold` are columns that
    a part of the personal data leaves out. `calls` are columns with addresses that the server
    calls, each with a function that lets the add-on call an address and returns the error."""

    rules: Mapping[str, Rule] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    scopes: Mapping[str, str] = field(default_factory=dict)
    charts: Mapping[str, str] = field(default_factory=dict)
    writes: str = ""
    reads: str = ""
    without_operation: Mapping[str, str] = field(default_factory=dict)
    of_documents: str = ""
    beginnings: Sequence[str] = ()
    no_pages: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    always_refused: Mapping[str, str] = field(default_factory=dict)
    patterns: Mapping[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict)
    make: Make = lambda project, user: {}
    furnish: Furnish = lambda study: {}
    untold: Mapping[str, set[str]] = field(default_factory=dict)
    calls: Mapping[str, Call] = field(default_factory=dict)


def contracts() -> Iterator[Contract]:
    for config in installed_addons():
        found: Contract = import_module(f"{config.name}.tests.contract").CONTRACT
        yield found


def needs_addon(name: str) -> pytest.MarkDecorator:
    """Skip a test of the core that runs something of an add-on, where it was deleted."""
    return pytest.mark.skipif(
        not apps.is_installed(f"addons.{name}"), reason=f"it needs the add-on {name}"
    )


def listed(*lists: str) -> dict[str, list[str]]:
    """Read lists of pages with their operations. A page may be in several."""
    found: dict[str, list[str]] = {}
    for line in "\n".join(lists).splitlines():
        if line.strip():
            page, *operations = line.split()
            found.setdefault(page, []).extend(operations)
    return found


def rules_of_addons() -> dict[str, Rule]:
    return {name: rule for one in contracts() for name, rule in one.rules.items()}


def charts_of_addons() -> dict[str, str]:
    return {name: chart for one in contracts() for name, chart in one.charts.items()}


def role_of_addons(role: str) -> frozenset[str]:
    return frozenset(name for one in contracts() for name in one.roles.get(role, "").split())


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
