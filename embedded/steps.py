"""Progress of the steps, on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass


def say(line: str) -> None:
    print(line, flush=True)


@dataclass
class Steps:
    """Prints each step when it begins, as one of their number."""

    names: Sequence[str]
    begun: int = 0

    def next(self) -> None:
        self.begun += 1
        say(f"[{self.begun}/{len(self.names)}] {self.names[self.begun - 1]}")

    def tell(self, detail: str) -> None:
        """Show how far the current step is."""
        say(f"      {detail}")
