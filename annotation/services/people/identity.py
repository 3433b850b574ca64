"""The identity of somebody who asks to come in."""

from dataclasses import dataclass

from annotation.models import Enrolment, Worker


@dataclass(frozen=True)
class Identity:
    """An identity that somebody gives, or that a link gives for them.

    `worker` is a chosen name, or the source's id of them; `study` and `session` are the platform's
    ids of the visit. `proven` says that a signature vouches for all of it."""

    source: str
    worker: str
    study: str = ""
    session: str = ""
    proven: bool = False

    @classmethod
    def named(cls, name: str) -> "Identity":
        return cls(Worker.Source.NAME, name)

    @property
    def platform(self) -> str:
        """Return the platform's name; empty if no platform sent them."""
        plain = {Worker.Source.NAME, Worker.Source.LINK, Worker.Source.API}
        return "" if self.source in plain else Worker.Source(self.source).label

    def is_at(self, enrolment: Enrolment | None) -> bool:
        """Return whether this is whom a browser has already joined as."""
        if enrolment is None:
            return False
        return (enrolment.worker.source, enrolment.worker.external_id) == (self.source, self.worker)
