"""`manage.py draw_pairs`: sample pairs of sections or paragraphs, an equal number per stratum."""

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from addons.alignment.analysis.drawing import Result, draw_from, plan_of
from addons.alignment.analysis.groups import Groups, groups_in, groups_of, level_in
from addons.alignment.files.sampled_pairs import named, pairs_of
from addons.alignment.models import Alignment
from addons.alignment.options.draw import USUAL_EDGE, DrawOptions
from addons.alignment.services.draws import make_drawn_dataset, require_documents, require_groups
from addons.alignment.tables.draw_report import draw_lines, edge_name, histogram_lines
from analysis.progress import Failed
from analysis.reading.places import Named, Places, documents_in
from annotation.management.base import MidpathCommand, dataset_named, named_or_numbered
from annotation.management.document_files import read_documents
from annotation.models import Dataset
from midpath.console.option_flags import add_flags, given
from midpath.console.progress import ProgressLine
from midpath.console.streams import (
    peak_megabytes,
    require_one_reader,
    require_place,
    write_file,
)
from midpath.exchange.files import STANDARD, called
from midpath.exchange.pairs.content import write_pairs
from midpath.exchange.segments import Counted, Level
from midpath.options.base import kind_of
from midpath.options.strata import EDGES
from midpath.tables.documents import corpus_table
from midpath.tables.terminal import printed


class Flags(TypedDict):
    """The flags that are read here; `given` reads the others, of options."""

    documents: str
    level: Level | None
    name: str
    disagree_with: str | None
    groups: list[Path] | None
    edge: int | None
    json: bool
    out: Path | None
    dry_run: bool


class Command(MidpathCommand):
    help = (
        "Sample pairs of sections or paragraphs by the cosine of their tf-idf vectors, an equal "
        "number from each of [0, .25], (.25, .5], (.5, .75], (.75, 1]. First, pairs of documents "
        "of one category are sampled; the candidates are all pairs of their segments. The same "
        "seed gives the same pairs. From a file, the command makes a CSV file."
    )
    with_database_help = " From a dataset of documents, it makes a dataset of pairs."
    examples = """
  manage.py draw_pairs policies.jsonl --level paragraphs --out pairs.csv
  manage.py draw_pairs policies.jsonl --groups groups.jsonl --edge .25 --out pairs.csv
"""
    with_database_examples = """
  manage.py draw_pairs 5 --level sections --seed 7 --name "Section pairs"
  manage.py draw_pairs 5 --disagree-with "HMM of 10" --name "Disputed pairs"
"""

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_documents(parser)
        add_flags(parser, DrawOptions, except_for=("edge",))
        parser.set_defaults(level=None)
        self._add_groups(parser)
        if self.files_only:
            parser.set_defaults(name=None)
        else:
            parser.add_argument("--name", help="the name of the pair dataset")
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

    def _add_groups(self, parser: CommandParser) -> None:
        groups = parser.add_argument_group("only pairs on which the models and the cosine disagree")
        source = groups.add_mutually_exclusive_group()
        if self.files_only:
            parser.set_defaults(disagree_with=None)
        else:
            source.add_argument(
                "--disagree-with",
                metavar="ALIGNMENT",
                help="an alignment of the dataset, by number or name: more than half of its runs "
                "count",
            )
        source.add_argument(
            "--groups",
            type=Path,
            action="append",
            metavar="FILE",
            help="groups as manage.py align --out writes them; may be given several times, one "
            "file for each run",
        )
        groups.add_argument(
            "--edge",
            type=_edge,
            metavar=f"{'|'.join(map(edge_name, EDGES))}",
            help=kind_of(DrawOptions, "edge").flag,
        )

    def handle(self, **options: Unpack[Flags]) -> None:
        require_one_reader(options, ("documents", "groups"))
        if options["edge"] and not (options["groups"] or options["disagree_with"]):
            required = "--groups" if self.files_only else "--disagree-with or --groups"
            raise CommandError(f"--edge requires {required}.")
        if options["json"] and str(options["out"]) == STANDARD:
            raise CommandError("--out - and --json cannot both print. Give --out a file.")
        if options["out"] and not options["dry_run"]:
            require_place(options["out"])
        path = self.file_of(options["documents"])
        try:
            if path:
                self._from_file(path, options)
            else:
                self._from_dataset(dataset_named(options["documents"]), options)
        except Failed as problem:
            raise CommandError(str(problem)) from problem

    def _from_file(self, path: Path, options: Flags) -> None:
        parsed = read_documents(path, "pairs are drawn from", self.stderr)
        if options["disagree_with"]:
            raise CommandError(
                f"{called(path)} has no alignments. Give its groups with --groups FILE."
            )
        if options["name"]:
            raise CommandError("--name names a dataset, but none is created from a file.")
        documents = [(n, item.text, item.content) for n, item in enumerate(parsed.items)]
        groups = _groups_in_files(documents, options)
        result = self._draw(documents, parsed.details["statistics"], groups, options)
        if not options["out"] and not options["dry_run"]:
            self.stderr.write("Nothing was saved. Use --out FILE to write the pairs.")
        if (out := options["out"]) and not options["dry_run"]:
            known = {number: (name, content) for number, name, content in documents}
            self._write(out, options, write_pairs(pairs_of(named(result.drawn), known)))

    def _from_dataset(self, dataset: Dataset, options: Flags) -> None:
        require_documents(dataset)
        if not options["name"] and not options["dry_run"]:
            raise CommandError("Name the dataset of pairs with --name, or try with --dry-run.")
        alignment = options["disagree_with"]
        groups = (
            _alignment_groups(alignment_named(alignment, dataset), dataset, options)
            if alignment
            else _groups_in_files(documents_in(dataset), options)
        )
        result = self._draw(documents_in(dataset), dataset.details["statistics"], groups, options)
        if options["dry_run"]:
            return
        made = make_drawn_dataset(
            documents=dataset,
            user=None,
            name=options["name"],
            results=result.found,
            drawn=result.drawn,
        )
        self._messages(options).write(
            f"Dataset {made.pk} ({made.name}) with {made.item_count:,} pairs."
        )
        if out := options["out"]:
            pairs = made.items.order_by("position").values_list("text", "content")
            self._write(out, options, write_pairs(pairs))

    def _draw(
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
        out = self._messages(options)
        out.write(printed(parts, out), style_func=str)

    def _messages(self, options: Flags) -> OutputWrapper:
        """Return the stream for messages to people, other than the one for the pairs or JSON."""
        aside = options["json"] or str(options["out"]) == STANDARD
        return self.stderr if aside else self.stdout

    def _write(self, path: Path, options: Flags, text: str) -> None:
        body = text.encode()
        write_file(path, body)
        self._messages(options).write(f"{path}, {len(body):,} bytes", style_func=str)


def _alignment_groups(alignment: Alignment, dataset: Dataset, options: Flags) -> Groups:
    require_groups(alignment, dataset, options["level"] or alignment.options.level)
    return groups_of(alignment, options["edge"] or USUAL_EDGE)


def _groups_in_files(documents: Iterable[Named], options: Flags) -> Groups | None:
    files = options["groups"]
    if not files:
        return None
    level = options["level"] or level_in(files[0])
    return groups_in(files, Places(documents, level), options["edge"] or USUAL_EDGE)


def alignment_named(value: str, dataset: Dataset) -> Alignment:
    ready = Alignment.objects.filter(dataset=dataset, status=Alignment.Status.READY)
    found = named_or_numbered(ready, value)
    if found is None:
        known = ", ".join(f"{one.pk} ({one.name})" for one in ready.only("name")[:10])
        raise CommandError(
            f"{dataset.name} has no alignment {value!r} that is ready: {known or 'none yet'}."
        )
    return found


def _edge(value: str) -> int:
    known = {float(edge_name(edge)): edge for edge in EDGES}
    try:
        return known[float(value)]
    except (ValueError, KeyError):
        raise argparse.ArgumentTypeError(f"{value!r} is not .25, .5 or .75") from None
