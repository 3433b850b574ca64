"""`midpath typology`: decide whether a language has prepositions or postpositions."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypedDict, Unpack

from midpath.console.command import Command
from midpath.console.errors import CommandError
from midpath.console.progress import ProgressLine
from midpath.console.streams import peak_megabytes, require_one_reader, write_file
from midpath.corpus.cooccurrence import Numbered, numbered
from midpath.corpus.words import words_of
from midpath.papers.entries import Chart
from midpath.papers.printing.svg import picture
from midpath.tables.table import Part
from midpath.tables.terminal import printed
from midpath.typology.addresses import Source, sources_of
from midpath.typology.analysis import Wanted, find_typology
from midpath.typology.corpus_files import BadCorpus, require_files, word_list
from midpath.typology.corpus_reading import CorpusReader
from midpath.typology.flags import (
    Flags,
    add_arguments,
    chosen_options,
    one_for_each,
    require_sensible,
)
from midpath.typology.morphemes import Divided, Segmentation, read_segmentation
from midpath.typology.paper_tables import (
    Truth,
    correct_by_size,
    correct_of,
    indicator_lines,
    language_lines,
    strategy_lines,
)
from midpath.typology.result_shapes import Morphemes, Precision, ResultsOfFile, StrategiesOfFile
from midpath.typology.result_tables import INDICATORS, typology_lines
from midpath.typology.strategies import Size, compare_strategies
from midpath.typology.truth import read_truth


class Corpus(NamedTuple):
    """A corpus with its function words and the morphemes of its words, if there are any."""

    name: str
    sources: Sequence[Source]
    gold: frozenset[str] | None
    segmentation: Segmentation | None
    left_out: int


class OfMorphemes(TypedDict, total=False):
    morphemes: Morphemes


class FindTypology(Command):
    help = (
        "Decide from sentences whether their language has prepositions or postpositions, by the "
        "method of Saha Roy, Katare, Ganguly and Choudhury (COLING 2014): of the words with the "
        "most varied neighbours, do more have varied left ones or varied right ones? A file has "
        "one sentence per line and may be larger than memory, as only words and distinct pairs of "
        "neighbours are kept. Needs no database."
    )
    examples = """
  midpath typology english.txt hindi.txt
  midpath typology turkish.txt --samples 30 --sentences 1000 --json
  midpath typology italian.txt --function-words 50 --propose 30
  midpath typology english.txt --gold function-words.txt --figures figures
  midpath typology english.txt hindi.txt --table T3 --interval --truth classes.tsv
  midpath typology 'wikipedia/*.txt.gz' --processes 4
  midpath typology english.txt hindi.txt --table T4 --sizes 500x30,1000x10 --truth classes.tsv
"""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        add_arguments(parser)

    def handle(self, **flags: Unpack[Flags]) -> None:
        require_one_reader(flags, ("files", "gold", "morphemes", "truth"))
        require_sensible(flags)
        began = time.monotonic()
        try:
            self._print(flags)
        except BadCorpus as error:
            raise CommandError(error.message) from error
        if not flags["json"]:
            self.stderr.write(
                f"{time.monotonic() - began:,.1f} s; peak memory {peak_megabytes():,.0f} MB.",
                style_func=str,
            )

    def _print(self, flags: Flags) -> None:
        if flags["figures"] is not None and not flags["figures"].is_dir():
            raise CommandError(f"There is no folder {flags['figures']}. Create it for the figures.")
        corpora = self._corpora(flags)
        truth = read_truth(flags["truth"]) if flags["truth"] else None
        if flags["table"] == "T4":
            compared = [self._strategies(corpus, flags) for corpus in corpora]
            shown, parts = _strategies_as_json(compared, truth), strategy_lines(compared, truth)
        else:
            found = [self._typology(corpus, flags) for corpus in corpora]
            shown, parts = _as_json(found, flags["table"], truth), _lines(found, flags, truth)
            self._draw(flags["figures"], found)
        if flags["json"]:
            self.stdout.write(json.dumps(shown, indent=2, ensure_ascii=False))
        else:
            self.stdout.write(printed(parts, self.stdout))

    def _corpora(self, flags: Flags) -> list[Corpus]:
        """Read the lists of each corpus, so that a bad one is reported before long work."""
        files, tokenize = flags["files"], str.split if flags["as_is"] else words_of
        lists = [one for one in (flags["truth"], *(flags["morphemes"] or ())) if one]
        sources = [sources_of(name) for name in files]
        require_files([*(flags["gold"] or ()), *lists])
        golds = {path: word_list(path, tokenize) for path in flags["gold"] or ()}
        divided = {path: read_segmentation(path, tokenize) for path in flags["morphemes"] or ()}
        for path, (_, left_out) in [*golds.items(), *divided.items()]:
            if left_out:
                lines = "1 line" if left_out == 1 else f"{left_out:,} lines"
                self.stderr.write(f"{path}: {lines} of several words left out.")
        corpora: list[Corpus] = []
        for name, of_corpus, gold, morphemes in zip(
            files,
            sources,
            one_for_each(files, flags["gold"]),
            one_for_each(files, flags["morphemes"]),
            strict=True,
        ):
            segmentation, left_out = divided[morphemes] if morphemes else (None, 0)
            words = golds[gold][0] if gold else None
            corpora.append(Corpus(name, of_corpus, words, segmentation, left_out))
        return corpora

    def _typology(self, corpus: Corpus, flags: Flags) -> ResultsOfFile:
        wanted = Wanted(
            chosen_options(flags),
            function_words=flags["function_words"],
            propose=flags["propose"],
            gold=corpus.gold,
            four_classes=flags["four_classes"],
        )
        shown = ProgressLine(self.stderr, f"{corpus.name}: ")
        read = Read(corpus, flags, shown)
        found = find_typology(read.parts(), wanted, shown)
        self._report_skipped(read)
        return {"file": corpus.name, **found, **read.morphemes()}

    def _strategies(self, corpus: Corpus, flags: Flags) -> StrategiesOfFile:
        options = chosen_options(flags)
        sizes = flags["sizes"] or [Size(options.sentences, options.samples)]
        shown = ProgressLine(self.stderr, f"{corpus.name}: ")
        read = Read(corpus, flags, shown)
        found = compare_strategies(corpus.name, read.parts(), sizes, options, shown)
        self._report_skipped(read)
        return {**found, **read.morphemes()}

    def _report_skipped(self, read: "Read") -> None:
        given = read.reader.given
        if skipped := given - read.reader.sentences:
            self.stderr.write(
                f"{read.corpus.name}: {skipped:,} of {given:,} sentences have no word, so they "
                "were skipped.",
                style_func=str,
            )

    def _draw(self, folder: Path | None, found: Sequence[ResultsOfFile]) -> None:
        """Write Figures 1 and 2 of each corpus; name what there is nothing to draw for."""
        if folder is None:
            return
        for result in found:
            if result["precision"] is None:
                continue
            for chart in charts_of(Path(result["file"]).stem, result["precision"]):
                if not any(chart.series.values()):
                    self.stderr.write(f"{chart.title}: nothing to draw, as no AP is known.")
                    continue
                write_file(folder / f"{chart.key}.svg", picture(chart).encode())


class Read:
    """A corpus being read, divided into morphemes if there is a segmentation."""

    def __init__(self, corpus: Corpus, flags: Flags, shown: ProgressLine) -> None:
        tokenize = str.split if flags["as_is"] else words_of
        self.corpus, self._processes = corpus, flags["processes"]
        self._divided = None if corpus.segmentation is None else Divided(corpus.segmentation)
        self.reader = CorpusReader(corpus.name, corpus.sources, tokenize, partial(shown, "bytes"))

    def parts(self) -> Iterator[Numbered]:
        if self._divided is None:
            return self.reader.parts(self._processes)
        return numbered(self._divided.sentences(self.reader.each()))

    def morphemes(self) -> OfMorphemes:
        """Return what was divided, once all sentences are read."""
        if self._divided is None:
            return {}
        return {"morphemes": self._divided.counts(self.corpus.left_out)}


def charts_of(name: str, found: Precision) -> list[Chart]:
    """Return Figures 1 and 2: (AP − AP of frequency) / AP of frequency (eq. 4) by N and by V."""
    charts = []
    for key, x, zones in (
        ("by-words", "words (N)", found["by_size"]),
        ("by-vocabulary", "distinct words (V)", found["by_vocabulary"]),
    ):
        series = {
            indicator: [
                ((zone["low"] + zone["high"]) / 2, zone["gain"][indicator])
                for zone in zones
                if zone["gain"]
            ]
            for indicator in INDICATORS[1:]
        }
        title = f"{name}: gain over frequency by {x}"
        charts.append(Chart(f"{name}-{key}", title, x, "(AP − AP of Fr) / AP of Fr", series))
    return charts


def _lines(found: Sequence[ResultsOfFile], flags: Flags, truth: Truth | None) -> Iterator[Part]:
    if flags["table"] == "T2":
        yield from indicator_lines(found)
    elif flags["table"] == "T3":
        yield from language_lines(found, truth)
    else:
        yield from typology_lines(found)
        bigrams = max(result["bigrams"] for result in found)
        yield f"At most {bigrams:,} distinct pairs of neighbours in a file."


def _as_json(found: Sequence[ResultsOfFile], table: str | None, truth: Truth | None) -> object:
    if table is None:
        return found
    correct = None if truth is None else correct_of(found, truth)._asdict()
    return {"table": table, "truth": truth, "correct": correct, "files": found}


def _strategies_as_json(found: Sequence[StrategiesOfFile], truth: Truth | None) -> object:
    correct = None
    if truth is not None:
        correct = [
            {"sentences": size, "samples": samples, "languages": known, **right}
            for size, samples, known, right in correct_by_size(found, truth)
        ]
    return {"table": "T4", "truth": truth, "correct": correct, "files": found}


command = FindTypology
