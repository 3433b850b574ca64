"""`manage.py convert_evidence`: convert an evidence file to another format, without any service."""

from pathlib import Path

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from midpath.console.streams import write_file
from midpath.exchange.evidence.common_form import BadEvidence
from midpath.exchange.evidence.evidence_files import read_evidence_file, write_evidence
from midpath.scoring.segment_files import first_fault


class Command(MidpathCommand):
    help = (
        "Write a file of evidence (questions on documents, and the sentences that answer them) in "
        "another form. The file extensions determine the formats: .jsonl, .json (SQuAD), .tsv or "
        ".csv "
        "(PrivacyQA's table, by tabs or by commas), and, to write only, .jsonld (W3C Web "
        "Annotation). Reports what the new format cannot store. Needs no database."
    )
    examples = """
  manage.py convert_evidence evidence.jsonl evidence.tsv
  manage.py convert_evidence dev-v2.0.json evidence.jsonl
  manage.py convert_evidence evidence.jsonl annotations.jsonld
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", metavar="IN", help="the file to read")
        parser.add_argument("target", metavar="OUT", help="the file to write; it is replaced")

    def handle(self, *, source: str, target: str, **options: object) -> None:
        path = source
        try:
            evidence = read_evidence_file(source)
            path = target
            body, lost = write_evidence(target, evidence)
        except BadEvidence as bad:
            raise CommandError(first_fault(path, bad, self.stderr)) from bad
        write_file(Path(target), body)
        for what, times in lost.items():
            self.stderr.write(f"{target} cannot store {what}: {times:,}.")
        self.stdout.write(
            f"{target}: {len(evidence.documents):,} documents, {len(evidence.questions):,} "
            f"questions, {len(evidence.annotators):,} annotators."
        )
