"""Show the progress of the steps on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass


def say(line: str) -> None:
    print(line, flush=True)


@dataclass
class Steps:
    """Prints each step when it starts, with its number and the total."""

    names: Sequence[str]
    begun: int = 0

    def next(self) -> None:
        self.begun += 1
        say(f"[{self.begun}/{len(self.names)}] {self.names[self.begun - 1]}")

    def show(self, detail: str) -> None:
        """Show the progress of the current step."""
        say(f"      {detail}")
