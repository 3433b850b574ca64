"""The identity of a person who wants to join."""

from dataclasses import dataclass

from annotation.models import Enrolment, Worker


@dataclass(frozen=True)
class Identity:
    """An identity given by a person, or by a link for them.

    `worker` is a chosen name, or the source's id for them; `study` and `session` are the platform's
    ids of the visit. `proven` says that all of it is covered by a signature."""

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
        """Return the platform's name; empty if they do not come from one."""
        plain = {Worker.Source.NAME, Worker.Source.LINK, Worker.Source.API}
        return "" if self.source in plain else Worker.Source(self.source).label

    def is_at(self, enrolment: Enrolment | None) -> bool:
        """Return whether a browser has already joined under this identity."""
        if enrolment is None:
            return False
        return (enrolment.worker.source, enrolment.worker.external_id) == (self.source, self.worker)
