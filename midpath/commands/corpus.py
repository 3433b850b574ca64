"""`midpath corpus`: describe documents, and convert them between JSON lines and XML."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from midpath.console.command import Command
from midpath.console.document_files import add_documents_argument, read_documents
from midpath.console.errors import CommandError
from midpath.console.streams import require_place, write_file
from midpath.exchange.corpora.document_xml import write_document_xml
from midpath.exchange.documents import CannotWrite, document_line
from midpath.exchange.files import STANDARD
from midpath.exchange.rows import ItemRow
from midpath.tables.documents import corpus_table, sizes_table
from midpath.tables.table import Part, Table
from midpath.tables.terminal import printed

FORMS = (".xml", ".jsonl")


class Flags(TypedDict):
    documents: str
    json: bool
    out: Path | None
    form: str | None


class Corpus(Command):
    help = (
        "Describe documents by category: sections, paragraphs and words (COLING 2014, Table 2), "
        "links, dates and standard deviations (ACL 2014, Table 2). With --out, also convert them: "
        "XML becomes JSON lines, and all other forms become XML or JSON lines, by the file's name."
    )
    examples = """
  midpath corpus policies.jsonl
  midpath corpus policies.jsonl --out policies.xml
  midpath corpus policies.xml --out policies.jsonl
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        add_documents_argument(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--out",
            type=Path,
            metavar="FILE",
            help="write the documents, in the form of the file's extension, .xml or .jsonl; "
            "- prints them, and the tables go to standard error",
        )
        parser.add_argument(
            "--form",
            choices=[form.lstrip(".") for form in FORMS],
            help="the form to write, whatever the file's extension",
        )

    def handle(self, **options: Unpack[Flags]) -> None:
        out, standard = options["out"], str(options["out"]) == STANDARD
        if standard and options["json"]:
            raise CommandError("--out - and --json cannot both print. Give --out a file.")
        form = _form(options) if out else ""
        if out:
            require_place(out)
        parsed = read_documents(options["documents"], "what is described are", self.stderr)
        statistics, sizes = parsed.details["statistics"], parsed.details.get("sizes", [])
        if options["json"]:
            found = {"statistics": statistics, "sizes": sizes}
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False))
        else:
            tables = [corpus_table(statistics), *([sizes_table(sizes)] if sizes else [])]
            shown = self.stderr if standard else self.stdout
            shown.write(printed(_separated(tables), shown), style_func=str)
        for note in parsed.notes:
            self.stderr.write(note)
        if out:
            body = _written(form, parsed.items)
            write_file(out, body)
            self.stderr.write(f"{out}, {len(body):,} bytes", style_func=str)


def _form(options: Flags) -> str:
    """Return the extension of the form to write."""
    form = f".{options['form']}" if options["form"] else (options["out"] or Path()).suffix.lower()
    if form not in FORMS:
        raise CommandError("Name the file .xml or .jsonl, or choose --form xml or --form jsonl.")
    return form


def _separated(tables: Sequence[Table]) -> Iterator[Part]:
    for number, table in enumerate(tables):
        if number:
            yield ""
        yield table


def _written(form: str, items: Sequence[ItemRow]) -> bytes:
    named = [(item.text, item.content) for item in items]
    try:
        if form == ".xml":
            return "".join(f"{line}\n" for line in write_document_xml(named)).encode()
        return "".join(f"{document_line(name, content)}\n" for name, content in named).encode()
    except CannotWrite as error:
        raise CommandError(str(error)) from error


command = Corpus
