"""The memory that the processes of a Celery worker share: what it has loaded when it forks them."""

from typing import Any

from celery import bootsteps

from midpath.garbage import keep_what_is_loaded


class SharedMemory(bootsteps.Step):
    """A step of a worker's start, right before its processes are forked."""

    def include_if(self, parent: Any) -> bool:
        return True

    def create(self, parent: Any) -> None:
        keep_what_is_loaded()
