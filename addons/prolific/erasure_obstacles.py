"""Payments that are on their way to a worker, who cannot be erased meanwhile."""

from django.utils.translation import gettext

from addons.prolific.services.in_flight import ON_ITS_WAY, is_on_its_way
from annotation.models import Worker
from annotation.services.erasure_obstacles import Obstacle

TO_RESEARCHER = (
    "A payment to them through Prolific is under way. You can erase them once it has arrived, or a "
    "day after it was sent: check its status on the page of that payment list."
)


def obstacle_to(worker: Worker) -> Obstacle | None:
    return Obstacle(gettext(ON_ITS_WAY), TO_RESEARCHER) if is_on_its_way(worker) else None
