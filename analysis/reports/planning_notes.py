"""Notes on the rows of the planner: why a figure is missing, or why it can jump."""

from dataclasses import dataclass

from agreement.segmentation.planning import Width

# With a smaller share of the items, a row is too different from the one above it.
USUAL_SHARE = 0.5


@dataclass(frozen=True)
class NoteWriter:
    """Writes the notes on the rows for fixed numbers of judgments.

    judged : the number of items with any judgment
    first_only : the number of judgments used per item, if not all are: items have more only if
        these do not settle them
    """

    noun: str
    judged: int
    first_only: int | None

    def note(self, n: int, items: int, alpha: Width) -> str:
        """Return the note on the row for n judgments, over `items` items; empty if there is nothing
        to explain."""
        if n < 2:
            return f"α compares at least two judgments per {self.noun}."
        if self.first_only is not None and n > self.first_only:
            return (
                f"Only {self.noun}s that are not settled by then have more than {self.first_only} "
                "judgments. They are not typical, so there is no estimate."
            )
        if items < 2:
            have = f"Only 1 {self.noun} has" if items else f"No {self.noun} has"
            return f"{have} {n} judgments; α needs two such {self.noun}s."
        if alpha.value is None:
            return (
                "α or its interval is undefined in some of the samples, for example because all "
                "judgments are the same."
            )
        if items < USUAL_SHARE * self.judged:
            return (
                f"Only {items} of {self.judged} {self.noun}s have {n} judgments. α describes "
                "only these, so it can jump."
            )
        return ""
