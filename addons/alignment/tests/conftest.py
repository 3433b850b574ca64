"""The fixtures of researchers' pages and of Celery's tasks."""

from tests.research.conftest import (
    member,
    mine,
    owner,
    sign_in,
    stranger,
    study,
    study_once,
    teammate,
)
from tests.tasks.conftest import sent

__all__ = [
    "member",
    "mine",
    "owner",
    "sent",
    "sign_in",
    "stranger",
    "study",
    "study_once",
    "teammate",
]
