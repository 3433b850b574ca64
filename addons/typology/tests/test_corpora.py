"""Corpora of many files, compressed, in object storage, larger than memory."""

import bz2
import gzip
import json
import lzma
import re
from pathlib import Path
from typing import Any

import fsspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from midpath.corpus.words import words_of
from midpath.typology import corpus_reading
from midpath.typology.addresses import sources_of
from midpath.typology.corpus_reading import CorpusReader
from tests.commands.running import refusal_of, run, run_alone
from tests.helpers.languages import sentences

SMALL = ("--top", "30", "--samples", "4", "--sentences", "100")
TEXT = "\n".join([*sentences(300), "", "…", *sentences(20, seed=2)]).encode()
HALF = TEXT.index(b"\n", len(TEXT) // 2) + 1
LINES = st.lists(st.sampled_from(["", "one", "one two", "…", "café au lait"]), max_size=12)


def read(*command: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = json.loads(run("typology", *command, *SMALL, "--json"))
    (one,) = found
    return {name: value for name, value in one.items() if name != "file"}


@pytest.fixture
def whole(tmp_path: Path) -> str:
    (tmp_path / "whole").write_bytes(TEXT)
    return str(tmp_path / "whole")


@given(st.lists(LINES, min_size=1, max_size=3), st.integers(1, 40))
def test_blocks_of_any_size_have_the_same_lines(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[str]], size: int
) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    for number, lines in enumerate(files):
        (folder / f"{number}.txt").write_text("\n".join(lines))
    written = ["one", *(line for lines in files for line in lines)]
    (folder / "0.first.txt").write_text("one\n")
    seen: list[tuple[int, int]] = []
    reader = CorpusReader(
        "corpus",
        sources_of(str(folder / "*.txt")),
        words_of,
        lambda *far: seen.append(far),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(corpus_reading, "BLOCK_BYTES", size)
        assert list(reader.each()) == [words for line in written if (words := words_of(line))]
    assert reader.sentences == sum(bool(words_of(line)) for line in written)
    stored = sum(file.stat().st_size for file in folder.iterdir())
    assert seen[-1] == (stored, stored)


def test_a_pattern_is_one_corpus_of_compressed_files(whole: str, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "c.txt").mkdir()
    (folder / "a.txt").write_bytes(TEXT[:HALF])
    for ending, pack in (("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)):
        packed = folder / f"b.txt.{ending}"
        packed.write_bytes(pack(TEXT[HALF:]))
        assert read(str(folder / "*.txt*")) == read(str(folder / "[a-b].tx?*")) == read(whole)
        packed.unlink()


TREEBANK = """\
# text = Du vin rouge !
1-2\tDu\t_
1\tDe\tde
2\tle\tle
3\tvin\tvin
4\trouge\trouge
5\t!\t!

# text = …
1\t…\t…

1\tAvec\tavec
1.1\telle\telle
2\tlui\tlui"""


@pytest.mark.parametrize("size", [1, 20, 2**20])
def test_conllu_is_read_as_it_is_written(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two files, one of which is compressed, without a newline at their ends."""
    monkeypatch.setattr(corpus_reading, "BLOCK_BYTES", size)
    more = "\t_" * 7
    rows = "\n".join(line + more if "\t" in line else line for line in TREEBANK.splitlines())
    (tmp_path / "a.conllu").write_text(rows)
    (tmp_path / "b.conllu.gz").write_bytes(gzip.compress(rows.encode()))
    sources = sources_of(str(tmp_path / "*.conllu*"))
    reader = CorpusReader("corpus", sources, words_of, lambda done, total: None)
    assert list(reader.each()) == [["du", "vin", "rouge"], ["avec", "lui"]] * 2
    assert (reader.given, reader.sentences) == (6, 4)
    bad = tmp_path / "bad.conllu"
    bad.write_text(f"{rows}\n\n1\tone\n")
    assert refusal_of("typology", str(bad)).startswith(f"{bad}, line 16: a token has its number")


def test_an_address_is_read_where_it_is(whole: str) -> None:
    store = fsspec.filesystem("memory")
    store.pipe({"/corpora/a.txt": TEXT[:HALF], "/corpora/b.txt.gz": gzip.compress(TEXT[HALF:])})
    try:
        assert read("memory://corpora/*") == read(whole)
        assert "memory://corpora/c: it cannot be read" in refusal_of(
            "typology", "memory://corpora/c"
        )
    finally:
        store.rm("/corpora", recursive=True)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none*.txt", "none*.txt: no file matches."),
        ("s3://bucket/a.txt", "s3://bucket/a.txt: it cannot be read: Install s3fs to access S3."),
        ("what://a.txt", "what://a.txt: it cannot be read: Protocol not known: what."),
    ],
)
def test_what_cannot_be_found_is_named(name: str, message: str) -> None:
    assert refusal_of("typology", name) == message


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    packed = gzip.compress(TEXT)
    for name, body, why in (
        ("cut.gz", packed[: len(packed) // 2], "Compressed file ended before"),
        ("other.gz", TEXT, "Not a gzipped file"),
        ("several.zip", b"PK", "a ZIP has several files; unpack it and give a pattern"),
        ("latin.gz", gzip.compress(b"one\ncaf\xe9\n"), "line 2: byte 4 of the line is not UTF-8"),
    ):
        path = tmp_path / name
        path.write_bytes(body)
        refusal = refusal_of("typology", str(path))
        assert refusal.startswith(str(path))
        assert why in refusal


def test_skipped_lines_are_counted(whole: str) -> None:
    done = run_alone("typology", whole, *SMALL, "--json")
    assert done.stderr == f"{whole}: 2 of 322 sentences have no word, so they were skipped.\n"


def test_several_processes_read_the_same(whole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_reading, "BLOCK_BYTES", 2_000)
    assert read(whole, "--processes", "2") == read(whole)
    assert "--morphemes needs one process" in refusal_of(
        "typology", whole, "--morphemes", whole, "--processes", "2"
    )


@pytest.mark.long
def test_an_error_in_another_process_has_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus_reading, "BLOCK_BYTES", 20)
    path = tmp_path / "bad.txt"
    path.write_bytes(b"one two\n" * 30 + b"caf\xe9\n" + b"one\n" * 30)
    assert refusal_of("typology", str(path), "--processes", "2") == (
        f"{path}, line 31: byte 4 of the line is not UTF-8. Save the file as UTF-8."
    )


@pytest.mark.long
@pytest.mark.parametrize("processes", ["1", "2"])
def test_memory_does_not_grow_with_the_corpus(tmp_path: Path, processes: str) -> None:
    """The larger corpus has four times the words of the smaller, but the same pairs."""
    words = np.random.default_rng(1).integers(300, size=(20_000, 20)).astype(str)
    text = "\n".join(map(" ".join, words.tolist())) + "\n"
    peaks = []
    for times in (15, 60):
        path = tmp_path / f"{times}.txt.gz"
        with gzip.open(path, "wt", compresslevel=1) as file:
            for _ in range(times):
                file.write(text)
        done = run_alone("typology", str(path), "--processes", processes)
        found = re.search(r"peak memory ([\d,]+) MB", done.stderr)
        assert found is not None, done.stderr
        peaks.append(int(found[1].replace(",", "")))
    small, large = peaks
    assert len(text) * 45 / 1e6 > 65
    assert large - small < 25
