"""`midpath compare --crowd-evidence --gold-evidence`: answers to the same questions in two files,
one of which may contain only a system's answers."""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from agreement.bootstrap import Plan
from midpath.comparing.comparers.base import AnswerComparer, Sides
from midpath.comparing.evidence import AboutQuestion, EvidenceComparing, Marked
from midpath.comparing.matching import FileSide
from midpath.console.errors import CommandError
from midpath.console.output import Lines
from midpath.console.progress import ProgressLine
from midpath.exchange.evidence.common_form import BadEvidence, Evidence
from midpath.exchange.evidence.evidence_files import bytes_of, read_evidence, text_of
from midpath.exchange.evidence.predictions import is_prediction, read_answers
from midpath.exchange.files import called
from midpath.exchange.rows import Faults, Skipped
from midpath.json_types import Figures
from midpath.reports.evidence import report_breakdowns
from midpath.scoring.by_column import BY
from midpath.scoring.evidence_breakdowns import UnknownColumn, breakdowns_of
from midpath.scoring.scorers.base import Options, Scored
from midpath.scoring.segment_files import first_fault, require_all_read
from midpath.text.characters import canonical_parts

SYSTEM = "system"
OF_SYSTEM = 'a system\'s answers, one per line: {"question": id, "sentences": [0, 3]}'


class EvidenceComparer(AnswerComparer):
    place = 4
    name = "evidence"
    inputs = files = ("crowd_evidence", "gold_evidence")
    own = (BY,)
    purpose = "With evidence, one of the two may be a system's answers to the other's questions."
    units = "documents"
    examples = """
  midpath compare --crowd-evidence system.jsonl --gold-evidence experts.jsonl --interval
"""

    def add_files(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--crowd-evidence",
            metavar="FILE",
            help=f"the crowd's answers to questions on documents, or {OF_SYSTEM}",
        )
        parser.add_argument(
            "--gold-evidence", metavar="FILE", help="the gold answers to the same questions"
        )

    def sides(self, options: Options, errors: Lines) -> Sides:
        return self._sides(options, self._contents(options, errors), errors)

    def score(self, options: Options, plan: Plan | None, errors: Lines) -> Scored:
        contents = self._contents(options, errors)
        sides = self._sides(options, contents, errors)
        scored = self.compared(sides, options, plan)
        try:
            found = breakdowns_between(sides, contents, options[BY] or ())
        except UnknownColumn as error:
            raise CommandError(f"--by: {error}") from error
        if options[BY] and not found:
            raise CommandError(
                "--by compares a system with people: one of the two files must have exactly one "
                "answer per question."
            )
        lines = chain(scored.lines, report_breakdowns(found))
        return scored._replace(result=scored.result | found, lines=lines)

    def _contents(self, options: Options, errors: Lines) -> list[Evidence | str]:
        self.require(options, *self.inputs)
        read = [evidence_in(options[name], errors) for name in self.inputs]
        if not any(isinstance(one, Evidence) for one in read):
            raise CommandError(
                "Both files contain a system's answers but not the documents. One of the two "
                "must be a file of evidence."
            )
        return read

    def _sides(self, options: Options, read: list[Evidence | str], errors: Lines) -> Sides:
        paths = [options[name] for name in self.inputs]
        evidence = next(one for one in read if isinstance(one, Evidence))
        left_out = Faults()
        crowd, gold = (
            side_of(one)
            if isinstance(one, Evidence)
            else system_side(path, one, evidence, left_out, errors)
            for path, one in zip(paths, read, strict=True)
        )
        skipped: dict[str, Sequence[Skipped]] = {
            called(path): one.skipped if isinstance(one, Evidence) else left_out.skipped
            for path, one in zip(paths, read, strict=True)
        }
        if options["strict"]:
            for name, each in skipped.items():
                require_all_read(name, each)
        return Sides(EvidenceComparing({}, {}), crowd, gold, skipped)


def breakdowns_between(
    sides: Sides, contents: Sequence[Evidence | str], columns: Sequence[str]
) -> Figures:
    """Return F1 by column and the errors of a side that answers each question once, against the
    people of the other side; empty if no side is a system."""
    for system, people in ((0, 1), (1, 0)):
        said, evidence = (sides.crowd, sides.gold)[system].said, contents[people]
        answered = {name: given[0][1].sentences for name, given in said.items() if given}
        alone = all(len(given) < 2 for given in said.values())
        if alone and isinstance(evidence, Evidence) and _are_people(evidence):
            shared = [one for one in evidence.questions if one.id in answered and one.answers]
            found = breakdowns_of(replace(evidence, questions=shared), answered, columns)
            return {name: found[name] for name in ("by_column", "errors") if name in found}
    return {}


def _are_people(evidence: Evidence) -> bool:
    return any(len(one.answers) > 1 for one in evidence.questions)


def evidence_in(path: str, errors: Lines) -> Evidence | str:
    """Return the contents of a file; for a system's answers, the text."""
    try:
        body = bytes_of(path)
        text = text_of(body)
        if is_prediction(text):
            return text
        return read_evidence(path, body, ProgressLine(errors, f"{called(path)}: "))
    except BadEvidence as bad:
        raise CommandError(first_fault(called(path), bad, errors)) from bad


def side_of(evidence: Evidence) -> FileSide:
    questions, documents = evidence.questions, evidence.documents
    return FileSide(
        {
            question.id: [
                (who, Marked(tuple(sorted(answer.sentences))))
                for who, answer in question.answers.items()
            ]
            for question in questions
        },
        {
            one.id: AboutQuestion(one.document, len(documents[one.document].sentences))
            for one in questions
        },
        {
            one.id: canonical_parts((one.text, documents[one.document].sentences))
            for one in questions
        },
    )


def system_side(
    path: str, text: str, evidence: Evidence, left_out: Faults, errors: Lines
) -> FileSide:
    """Return a system's answers to the questions of the evidence file."""
    side = side_of(evidence)
    try:
        answers = read_answers(
            text, {name: one.sentences for name, one in side.about.items()}, left_out
        )
    except BadEvidence as bad:
        raise CommandError(first_fault(called(path), bad, errors)) from bad
    said = {
        name: [(SYSTEM, Marked(answers[name][1]))] if name in answers else [] for name in side.said
    }
    return side._replace(said=said)


comparer = EvidenceComparer()
