"""The workers of a snapshot: who is excluded, which of their judgments count, and how many they
gave."""

from collections import Counter

from midpath.snapshots.archive_reader import SnapshotFiles
from midpath.snapshots.findings import TWICE, Check
from midpath.snapshots.manifest import Manifest
from midpath.snapshots.rows import Row, sound_rows
from midpath.snapshots.times import Times

# Reviews that take a judgment out of the figures; a rejected one is not paid either.
REJECTED = "rejected"
OUT = (REJECTED, "set_aside")


class Workers:
    """The rows of workers, by number, and the counts of their judgments: those of each worker, and
    `withdrawn`, those that would count if their workers had not withdrawn."""

    def __init__(self, manifest: Manifest) -> None:
        self.rows: dict[int, Row] = {}
        self.withdrawn = 0
        self._manifest = manifest
        self._leaves_out_failed = bool(manifest["campaign"].get("leave_out_failed"))
        self._submitted, self._paid = Counter[int](), Counter[int]()

    def read(self, files: SnapshotFiles, times: Times) -> Check:
        """Compare exclusions and withdrawals between the workers' rows and the manifest."""
        check = Check("exclusions")
        for row in sound_rows(files, "workers.jsonl", check):
            where = f"worker {row['worker']}"
            if row["worker"] in self.rows:
                check.differs(where, TWICE)
            self.rows[row["worker"]] = row
            times.worker(where, row)
        self._compare(check, "excluded", set(self._manifest["excluded"]))
        self._compare(check, "withdrawn", set(self._manifest["withdrawn"]))
        return check

    def _compare(self, check: Check, why: str, stated: set[int]) -> None:
        for number, row in sorted(self.rows.items()):
            check.compared += 1
            if row[why] != (number in stated):
                here, there = ("is", "not") if row[why] else ("is not", "is")
                check.differs(
                    f"worker {number}",
                    f"{here} {why} in workers.jsonl, and {there} so in the manifest",
                )
        for number in sorted(stated - self.rows.keys()):
            check.differs(f"worker {number}", f"is {why}, and not in workers.jsonl")

    def judged(self, check: Check, where: str, row: Row) -> None:
        """Count a judgment of its worker, and compare whether it counts."""
        check.compared += 1
        worker = self.rows[row["worker"]]
        of_row, of_worker = _out_by_itself(row), self._out_by_worker(worker)
        self.withdrawn += bool(worker["withdrawn"] and not of_row)
        self._submitted[row["worker"]] += 1
        self._paid[row["worker"]] += row["took_slot"] and row["review"] != REJECTED
        if row["counts"] and (why := of_worker or of_row):
            check.differs(where, f"it counts, though {why}")
        elif not row["counts"] and not (of_worker or of_row):
            check.differs(where, "it does not count, and nothing in the snapshot says why")
        if not row["late"] and not row["took_slot"]:
            check.differs(where, "its place was not free, though it was not late")

    def _out_by_worker(self, worker: Row) -> str:
        if worker["excluded"]:
            return "its worker is excluded"
        if worker["withdrawn"]:
            return "its worker withdrew"
        failed = worker["stopped"] and self._leaves_out_failed
        return "its worker failed, and the campaign excludes such workers" if failed else ""

    def compare_counts(self, check: Check) -> None:
        """Compare how many judgments each worker gave, and how many of them are paid. A filter
        leaves out some of them."""
        if "filter" in self._manifest:
            return
        for number, row in sorted(self.rows.items()):
            for name, found in (("submitted", self._submitted), ("paid", self._paid)):
                check.compare(f"worker {number}, {name}", row[name], found[number])


def _out_by_itself(row: Row) -> str:
    if row["review"] in OUT:
        return f"it was {row['review'].replace('_', ' ')}"
    if row["repeat"]:
        return "it repeats an earlier one"
    if row["known"]:
        return "its item has a gold answer"
    return "" if row["took_slot"] else "it came late, after its task was reassigned"
