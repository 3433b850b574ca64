"""Fixtures of all tests of services."""

import pytest

from tests.services.deciding import House


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test use the database."""


@pytest.fixture
def house(db: None) -> House:
    return House()
