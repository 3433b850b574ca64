"""A progress bar on standard error, for commands at a terminal."""

import io
import shutil
import sys
import time
from typing import TYPE_CHECKING

from midpath.console.output import Lines
from midpath.lazy import LazyModule

if TYPE_CHECKING:
    from rich import console as consoles
    from rich import progress_bar as bars
else:
    consoles, bars = LazyModule("rich.console"), LazyModule("rich.progress_bar")

BAR = 24
ROOM = 11  # for the time left


class ProgressLine:
    """A progress line that rewrites itself, only on a terminal: percentage, bar and time left."""

    def __init__(self, errors: Lines, before: str = "") -> None:
        self._errors, self._before = errors, before
        self._seen = sys.stderr.isatty()
        self._last: tuple[str, int] | None = None
        self._of, self._began = "", 0.0

    def __call__(self, of: str, done: int, total: int) -> None:
        percent = 100 * done // max(1, total)
        if not self._seen or (of, percent) == self._last:
            return
        if of != self._of:
            self._of, self._began = of, time.monotonic()
        self._last = of, percent
        words = f"{self._before}{percent:>3}% of {total:,} {of}"
        rest = self._bar_and_time(words, percent, done, total)
        self._errors.write(
            f"{words}{rest}", style_func=str, ending="\n" if percent == 100 else "\r"
        )

    def _bar_and_time(self, words: str, percent: int, done: int, total: int) -> str:
        """Return the bar and the time left; empty if the line has no room for them."""
        if len(words) + BAR + ROOM + 3 > shutil.get_terminal_size().columns or not _draws():
            return ""
        seconds = time.monotonic() - self._began
        left = seconds * (total - done) / done if 0 < done < total else 0.0
        time_left = f"{_clock(left)} left" if left >= 1 else ""
        return f" {bar(percent)} {time_left:<{ROOM}}"


def bar(percent: int) -> str:
    """Return a bar of constant width, coloured unless NO_COLOR is set."""
    file = io.StringIO()
    console = consoles.Console(file=file, width=BAR, force_terminal=True)
    drawn = bars.ProgressBar(
        total=100, completed=percent, width=BAR, complete_style="cyan", finished_style="cyan"
    )
    console.print(drawn, end="")
    return file.getvalue()


def _clock(seconds: float) -> str:
    """Format a duration for people.

    >>> _clock(59.4), _clock(3700)
    ('0:59', '61:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _draws() -> bool:
    """Return whether standard error can show the bar."""
    return (sys.stderr.encoding or "").lower().replace("-", "") == "utf8"
