"""Obstacles to the erasure of a worker.

An add-on that may have some has a function `obstacle_to` in its module `erasure_obstacles`."""

from dataclasses import dataclass

from annotation.addons import modules_of_addons
from annotation.models import Worker


@dataclass(frozen=True)
class Obstacle:
    """A reason why a worker cannot be erased now, and from when they can: in the worker's language,
    and for researchers."""

    to_worker: str
    to_researcher: str


def obstacle_to(worker: Worker) -> Obstacle | None:
    """Return the first obstacle to the erasure of a worker; None if there is none."""
    for module in modules_of_addons("erasure_obstacles"):
        found: Obstacle | None = module.obstacle_to(worker)
        if found is not None:
            return found
    return None
