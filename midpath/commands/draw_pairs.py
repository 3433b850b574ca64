"""`midpath draw_pairs`: sample pairs of sections or paragraphs, an equal number per stratum."""

import argparse
import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeAlias, TypedDict, Unpack

from midpath.alignment.drawing import Result, draw_from, plan_of
from midpath.alignment.groups import Groups, groups_in, level_in
from midpath.alignment.options.draw import USUAL_EDGE, DrawOptions
from midpath.alignment.places import Named, Places
from midpath.alignment.sampled_pairs import named, pairs_of
from midpath.alignment.tables.draw_report import draw_lines, edge_name, histogram_lines
from midpath.console.command import Command
from midpath.console.document_files import add_documents_argument, read_documents
from midpath.console.errors import CommandError
from midpath.console.option_flags import add_flags, given
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.console.streams import (
    peak_megabytes,
    require_one_reader,
    require_place,
    write_file,
)
from midpath.exchange.files import STANDARD
from midpath.exchange.pairs.content import write_pairs
from midpath.exchange.segments import Counted, Level
from midpath.options.base import kind_of
from midpath.options.strata import EDGES
from midpath.progress import Failed
from midpath.tables.documents import corpus_table
from midpath.tables.terminal import printed

# A parser, or a group of its arguments.
Arguments: TypeAlias = argparse._ActionsContainer


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    documents: str
    level: Level | None
    groups: list[Path] | None
    edge: int | None
    json: bool
    out: Path | None
    dry_run: bool


class DrawPairs(Command):
    help = (
        "Sample pairs of sections or paragraphs by the cosine of their tf-idf vectors, an equal "
        "number from each of [0, .25], (.25, .5], (.5, .75], (.75, 1]. First, pairs of documents "
        "of one category are sampled; the candidates are all pairs of their segments. The same "
        "seed gives the same pairs. From a file, the command makes a CSV file."
    )
    examples = """
  midpath draw_pairs policies.jsonl --level paragraphs --out pairs.csv
  midpath draw_pairs policies.jsonl --groups groups.jsonl --edge .25 --out pairs.csv
"""
    group_flags: ClassVar[Sequence[str]] = ("groups",)

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        cls.add_documents(parser)
        add_flags(parser, DrawOptions, except_for=("edge",))
        parser.set_defaults(level=None)
        groups = parser.add_argument_group("only pairs on which the models and the cosine disagree")
        cls.add_groups(groups.add_mutually_exclusive_group())
        groups.add_argument(
            "--edge",
            type=_edge,
            metavar=f"{'|'.join(map(edge_name, EDGES))}",
            help=kind_of(DrawOptions, "edge").flag,
        )
        cls.add_output(parser)

    @classmethod
    def add_documents(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)

    @classmethod
    def add_groups(cls, source: Arguments) -> None:
        source.add_argument(
            "--groups",
            type=Path,
            action="append",
            metavar="FILE",
            help="groups as midpath align --out writes them; may be given several times, one "
            "file for each run",
        )

    @classmethod
    def add_output(cls, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--out",
            type=Path,
            metavar="FILE",
            help="write the pairs as CSV; - prints them, and all else goes to standard error",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="draw and print without creating anything"
        )

    def handle(self, **options: Unpack[Flags]) -> None:
        require_one_reader(options, ("documents", "groups"))
        chosen = {name for name, value in options.items() if value}
        if options["edge"] and chosen.isdisjoint(self.group_flags):
            required = " or ".join(f"--{name.replace('_', '-')}" for name in self.group_flags)
            raise CommandError(f"--edge requires {required}.")
        if options["json"] and str(options["out"]) == STANDARD:
            raise CommandError("--out - and --json cannot both print. Give --out a file.")
        if options["out"] and not options["dry_run"]:
            require_place(options["out"])
        try:
            self.sample(options)
        except Failed as problem:
            raise CommandError(str(problem)) from problem

    def sample(self, options: Flags) -> None:
        """Draw from the documents, and write the pairs."""
        parsed = read_documents(options["documents"], "pairs are drawn from", self.stderr)
        documents = [(n, item.text, item.content) for n, item in enumerate(parsed.items)]
        groups = groups_in_files(documents, options)
        result = self.draw(documents, parsed.details["statistics"], groups, options)
        if not options["out"] and not options["dry_run"]:
            self.stderr.write("Nothing was saved. Use --out FILE to write the pairs.")
        if (out := options["out"]) and not options["dry_run"]:
            known = {number: (name, content) for number, name, content in documents}
            self.write(out, options, write_pairs(pairs_of(named(result.drawn), known)))

    def draw(
        self,
        documents: Iterable[Named],
        statistics: Sequence[Counted],
        groups: Groups | None,
        options: Flags,
    ) -> Result:
        progress = partial(ProgressLine(self.stderr), "candidates")
        began = time.monotonic()
        level = options["level"] or (groups.level if groups else "sections")
        plan = plan_of(DrawOptions(**given(options, DrawOptions) | {"level": level}))
        result = draw_from(documents, level, plan, progress, groups)
        seconds = time.monotonic() - began
        if options["json"]:
            self.stdout.write(json.dumps(result.found, indent=2, ensure_ascii=False))
        else:
            self._print(result, statistics, options)
        self.stderr.write(
            f"Drawn in {seconds:.1f} s; peak memory {peak_megabytes():,.0f} MB.",
            style_func=str,
        )
        return result

    def _print(self, result: Result, statistics: Sequence[Counted], options: Flags) -> None:
        parts = [
            *([corpus_table(statistics)] if statistics else []),
            "",
            *histogram_lines(result.found["histogram"]["counts"]),
            "",
            *draw_lines(result.found),
        ]
        out = self.messages(options)
        out.write(printed(parts, out), style_func=str)

    def messages(self, options: Flags) -> Lines:
        """Return the stream for messages to people, other than the one for the pairs or JSON."""
        aside = options["json"] or str(options["out"]) == STANDARD
        return self.stderr if aside else self.stdout

    def write(self, path: Path, options: Flags, text: str) -> None:
        body = text.encode()
        write_file(path, body)
        self.messages(options).write(f"{path}, {len(body):,} bytes", style_func=str)


def groups_in_files(documents: Iterable[Named], options: Flags) -> Groups | None:
    files = options["groups"]
    if not files:
        return None
    level = options["level"] or level_in(files[0])
    return groups_in(files, Places(documents, level), options["edge"] or USUAL_EDGE)


def _edge(value: str) -> int:
    known = {float(edge_name(edge)): edge for edge in EDGES}
    try:
        return known[float(value)]
    except (ValueError, KeyError):
        raise argparse.ArgumentTypeError(f"{value!r} is not .25, .5 or .75") from None


command = DrawPairs
