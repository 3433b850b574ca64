"""A study to put away, with the people who may and who may not."""

from tests.research.conftest import owner, sign_in, stranger, study, teammate

__all__ = ["owner", "sign_in", "stranger", "study", "teammate"]
