"""`midpath boundaries`: propose section boundaries for a crowd to judge, and apply its verdicts."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.alignment.boundaries import divide_at, proposed_pairs
from midpath.alignment.gold_files import judged_pairs_in
from midpath.alignment.golds import BadGold, Gold
from midpath.alignment.places import Named, Places
from midpath.console.command import Command
from midpath.console.document_files import add_documents_argument, read_documents
from midpath.console.errors import CommandError
from midpath.console.streams import require_place, write_file
from midpath.exchange.documents import CannotWrite, document_line
from midpath.exchange.pairs.content import write_pairs


class Flags(TypedDict):
    documents: str
    out: Path | None
    judgments: Path | None
    texts: Path | None


class Boundaries(Command):
    help = (
        "Propose section boundaries where the vocabulary changes between paragraphs (TextTiling, "
        "Hearst 1997). Each is a pair of neighbouring paragraphs. Import the CSV file as pairs and "
        "let a campaign judge whether they discuss the same issue. With --judgments, write the "
        "documents with the boundaries that most workers accepted."
    )
    examples = """
  midpath boundaries policies.jsonl --out pairs.csv
  midpath boundaries policies.jsonl --judgments judgments.csv --texts pairs.csv --out new.jsonl
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)
        parser.add_argument(
            "--judgments",
            type=Path,
            metavar="FILE",
            help="the judgments of the proposed pairs, as score --pairs reads them",
        )
        parser.add_argument(
            "--texts", type=Path, metavar="FILE", help="the proposed pairs, as --out wrote them"
        )
        parser.add_argument(
            "--out",
            type=Path,
            metavar="FILE",
            help="write the proposed pairs as CSV or, with --judgments, the documents as JSON "
            "lines; - prints them",
        )

    def handle(self, **options: Unpack[Flags]) -> None:
        if options["texts"] and not options["judgments"]:
            raise CommandError("--texts requires --judgments FILE.")
        if options["out"]:
            require_place(options["out"])
        parsed = read_documents(options["documents"], "boundaries are proposed for", self.stderr)
        documents = [(n, item.text, item.content) for n, item in enumerate(parsed.items)]
        judged = options["judgments"]
        body = self._divided(documents, judged, options["texts"]) if judged else ""
        body = body or self._proposed(documents)
        if out := options["out"]:
            write_file(out, body.encode())

    def _proposed(self, documents: Sequence[Named]) -> str:
        pairs = list(proposed_pairs(documents))
        gaps = sum(
            max(0, len(section["paragraphs"]) - 1)
            for _, _, content in documents
            for section in content["sections"]
        )
        self.stderr.write(
            f"{len(pairs):,} boundaries proposed at {gaps:,} gaps between paragraphs of "
            f"{len(documents):,} documents.",
            style_func=str,
        )
        return write_pairs(pairs)

    def _divided(self, documents: Sequence[Named], judged: Path, texts: Path | None) -> str:
        found = divide_at(documents, _gold(judged, texts, documents))
        self.stderr.write(
            f"{found.accepted:,} boundaries accepted, {found.rejected:,} rejected.",
            style_func=str,
        )
        if found.other:
            self.stderr.write(f"{found.other:,} judged pairs are no neighbouring paragraphs.")
        if found.without_columns:
            self.stderr.write(
                f"Other fields of {found.without_columns:,} divided sections were left out."
            )
        try:
            lines = [document_line(name, content) for name, content in found.documents]
        except CannotWrite as error:
            raise CommandError(str(error)) from error
        return "".join(f"{line}\n" for line in lines)


def _gold(judged: Path, texts: Path | None, documents: Sequence[Named]) -> Gold:
    try:
        return judged_pairs_in(judged, texts, Places(documents, "paragraphs"))
    except BadGold as error:
        raise CommandError(str(error)) from error


command = Boundaries
