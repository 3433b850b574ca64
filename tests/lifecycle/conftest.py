"""A study to archive and to delete, with people who may and people who may not."""

from tests.research.conftest import owner, sign_in, stranger, study, study_once, teammate

__all__ = ["owner", "sign_in", "stranger", "study", "study_once", "teammate"]
