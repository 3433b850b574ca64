"""Command-line flags for a job's options, one for each that has a flag help text."""

import argparse
import re
from collections.abc import Callable, Collection, Mapping
from functools import singledispatch
from typing import Any, TypeAlias

from midpath.console.arguments import add_seed, positive
from midpath.options.base import (
    DECIMAL,
    Choice,
    Decimals,
    Declared,
    Kind,
    Line,
    Options,
    Seed,
    Thousandths,
    Tick,
    Whole,
    Words,
    declared_in,
)

Parser: TypeAlias = Any


def add_flags(
    parser: Parser,
    options: type[Options],
    *,
    except_for: Collection[str] = (),
    presets: bool = False,
) -> None:
    """Add the flags of options. With `presets`, an omitted flag is None, so that the preset
    applies."""
    for one in declared_in(options):
        if one.kind.flag is not None and one.name not in except_for:
            default = None if presets else one.default
            add_flag(one.kind, parser, one._replace(default=default))


def given(options: Mapping[str, object], of: type[Options]) -> dict[str, Any]:
    """Return the options given on a command line, by name."""
    return {
        name: options[name]
        for name, kind, _ in declared_in(of)
        if name in options and (kind.optional or options[name] is not None)
    }


@singledispatch
def add_flag(kind: Kind, parser: Parser, one: Declared) -> None:
    raise NotImplementedError(kind)


@add_flag.register
def _(kind: Seed, parser: Parser, one: Declared) -> None:
    add_seed(parser)


@add_flag.register
def _(kind: Whole, parser: Parser, one: Declared) -> None:
    read: Callable[[str], int | None] = positive(int, kind.flag_most) if kind.flag_most else int
    metavar = "N"
    if kind.optional:
        read, metavar = number_or_all(kind), "N|all"
    _add(parser, one, type=read, default=one.default, metavar=metavar)


@add_flag.register
def _(kind: Thousandths, parser: Parser, one: Declared) -> None:
    _add(parser, one, type=number_below(kind.flag_below), default=one.default, metavar="D")


@add_flag.register
def _(kind: Choice, parser: Parser, one: Declared) -> None:
    values = [value for value, _ in kind.choices]
    _add(parser, one, type=type(values[0]), choices=values, default=one.default)


@add_flag.register
def _(kind: Tick, parser: Parser, one: Declared) -> None:
    yes_or_no = argparse.BooleanOptionalAction if one.default is None else "store_true"
    _add(parser, one, action=yes_or_no)


@add_flag.register
def _(kind: Line, parser: Parser, one: Declared) -> None:
    _add(parser, one, default=one.default, metavar="NAME")


@add_flag.register
def _(kind: Decimals, parser: Parser, one: Declared) -> None:
    _add(parser, one, type=decimal_text, default=one.default, metavar="D")


@add_flag.register
def _(kind: Words, parser: Parser, one: Declared) -> None:
    singular = one.name.removesuffix("s")
    _add(parser, one._replace(name=singular), dest=one.name, action="append", metavar="WORD")


def number_or_all(kind: Whole) -> Callable[[str], int | None]:
    number = positive(int, kind.flag_most or kind.most)
    return lambda value: None if value == "all" else number(value)


def number_below(most: int) -> Callable[[str], float]:
    """Return the type of an argument that must be a number from 0 to below `most`."""

    def read(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number < most:
            raise argparse.ArgumentTypeError(f"{value!r} is not a number from 0 to {most}")
        return number

    return read


def decimal_text(value: str) -> str:
    """Return the digits of an argument that must be a decimal number."""
    if not re.fullmatch(DECIMAL, value):
        raise argparse.ArgumentTypeError(f"{value!r} is not a decimal number such as 2.5")
    return value


def _add(parser: Parser, one: Declared, **arguments: Any) -> None:
    flag = f"--{one.name.replace('_', '-')}"
    parser.add_argument(flag, help=one.kind.flag or None, **arguments)
