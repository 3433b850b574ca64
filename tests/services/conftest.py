"""What all tests of services share."""

import pytest


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Let every test use the database."""
