"""Fixtures of all tests of services."""

import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test use the database."""
