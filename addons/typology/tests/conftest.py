"""The fixtures of researchers' pages and of Celery's tasks."""

from tests.research.conftest import *  # noqa: F403
from tests.tasks.conftest import *  # noqa: F403
