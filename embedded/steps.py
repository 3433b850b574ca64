"""What is being done, and how far it is, on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass


def say(line: str) -> None:
    print(line, flush=True)


@dataclass
class Steps:
    """Names each step when it begins, with its number of all."""

    names: Sequence[str]
    begun: int = 0

    def next(self) -> None:
        self.begun += 1
        say(f"[{self.begun}/{len(self.names)}] {self.names[self.begun - 1]}")

    def tell(self, detail: str) -> None:
        """How far the step is."""
        say(f"      {detail}")
