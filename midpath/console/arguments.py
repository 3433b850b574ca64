"""Types of arguments that several commands take."""

import argparse
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T", int, float)
LARGEST_SEED = 10**18


def positive(kind: Callable[[str], T], most: float = 10**9) -> Callable[[str], T]:
    """Return the type of an argument that must be a number above zero."""

    def read(value: str) -> T:
        try:
            number = kind(value)
        except ValueError:
            number = None
        if number is None or not number > 0:
            wanted = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"{value!r} is not {wanted} above zero")
        if number > most:
            raise argparse.ArgumentTypeError(f"{value!r} is more than {most:,}")
        return number

    return read


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed",
        type=seed_of,
        default=1,
        metavar="N",
        help="the same seed gives the same result (default: 1)",
    )


def seed_of(value: str) -> int:
    if not (value.isascii() and value.isdigit()):
        raise argparse.ArgumentTypeError(f"{value!r} is not a whole number of 0 or more")
    if len(value) > len(str(LARGEST_SEED)) or int(value) > LARGEST_SEED:
        raise argparse.ArgumentTypeError(f"{value!r} is more than {LARGEST_SEED:,}")
    return int(value)
