"""Check the times in a snapshot: their order, the seconds between them, and that nothing is later
than the snapshot itself."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from midpath.snapshots.findings import Check, shortened
from midpath.snapshots.manifest import MANIFEST, Manifest
from midpath.snapshots.rows import Row

# Earlier versions noted the time of a snapshot a moment before they read the campaign.
MAX_LATER = timedelta(minutes=1)
# Parts of the time between claim and submission.
WITHIN = ("active_seconds", "first_action_seconds")
MILLISECOND = timedelta(milliseconds=1)
HALF_A_MILLISECOND = 0.0005


class Times:
    """The times of a snapshot's rows, all of them by its server's database."""

    def __init__(self, manifest: Manifest) -> None:
        self.check = Check("times")
        self._joined_at: dict[int, datetime] = {}
        self._made_at = self._read(MANIFEST, manifest, "made_at")
        self._read(MANIFEST, manifest["campaign"], "launched_at")

    def worker(self, where: str, row: Row) -> None:
        if joined_at := self._read(where, row, "joined_at"):
            self._joined_at[row["worker"]] = joined_at

    def judgment(self, where: str, row: Row) -> None:
        """Check that a judgment was claimed after its worker joined, and submitted after that and
        by the stated seconds."""
        for name in WITHIN:
            stated = row.get(name, 0)
            if isinstance(stated, int | float) and stated > row["seconds"] + HALF_A_MILLISECOND:
                self.check.differs(where, f"its {name} are {stated}, of {row['seconds']} seconds")
        claimed_at = self._read(where, row, "claimed_at")
        submitted_at = self._read(where, row, "submitted_at")
        joined_at = self._joined_at.get(row["worker"])
        if claimed_at and joined_at and claimed_at < joined_at:
            self.check.differs(where, "it was claimed before its worker joined")
        if not claimed_at or not submitted_at:
            return
        if submitted_at < claimed_at:
            self.check.differs(where, "it was submitted before it was claimed")
        seconds = _whole_milliseconds(submitted_at - claimed_at) / 1000
        if abs(row["seconds"] - seconds) > HALF_A_MILLISECOND:
            self.check.differs(
                where, f"it says {row['seconds']} seconds; its times are {seconds} seconds apart"
            )

    def decision(self, where: str, row: Row) -> None:
        for name in ("decided_at", "withdrawn_at"):
            self._read(where, row, name)

    def _read(self, where: str, row: Mapping[str, object], name: str) -> datetime | None:
        """Return a time in a row, and check that the snapshot is not older; None if the row has no
        such time."""
        stated = row.get(name)
        if stated is None:
            return None
        self.check.compared += 1
        found = _time_in(stated)
        if found is None:
            self.check.differs(where, f"its {name} is not a time: {shortened(stated)}")
        elif name != "made_at" and self._made_at and found - self._made_at > MAX_LATER:
            self.check.differs(where, f"its {name} is {stated}, when the snapshot had been made")
        return found


def _time_in(stated: object) -> datetime | None:
    """Return a time with its time zone; None if it is not one.

    >>> _time_in("2026-11-23T16:51:47.5+00:00").microsecond, _time_in("2026-11-23"), _time_in(7)
    (500000, None, None)
    """
    try:
        found = datetime.fromisoformat(stated) if isinstance(stated, str) else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


def _whole_milliseconds(passed: timedelta) -> int:
    """Return the milliseconds, cut off as in the files.

    >>> _whole_milliseconds(timedelta(microseconds=1999))
    1
    >>> _whole_milliseconds(timedelta(microseconds=-1999))
    -1
    """
    return passed // MILLISECOND if passed >= timedelta() else -(-passed // MILLISECOND)
