"""Stopwords, lemmas and word vectors from files, hostile ones too."""

import io
from pathlib import Path

import numpy as np
import pytest

from midpath.alignment import lexicon_files
from midpath.alignment.lexicon_files import lemmas_in, stopwords_in, vectors_in
from midpath.progress import Failed


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def npy(array: object, *, allow_pickle: bool = False) -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.asarray(array), allow_pickle=allow_pickle)
    return stream.getvalue()


def test_stopwords_are_distinct_words_in_lower_case(tmp_path: Path) -> None:
    assert stopwords_in(written(tmp_path / "s.txt", "The\n\nof \nthe\nΚαι\n")) == (
        *("the", "of", "και"),
    )


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("the\nof the", "line 2: write one word per line"),
        ("x" * 61, "line 1: write one word per line"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"caf\xe9", "UTF-8"),
    ],
)
def test_other_files_are_no_stopwords(tmp_path: Path, content: str | bytes, problem: str) -> None:
    with pytest.raises(Failed, match=problem):
        stopwords_in(written(tmp_path / "s.txt", content))


def test_lemmas_have_one_line_per_form(tmp_path: Path) -> None:
    assert lemmas_in(written(tmp_path / "l.tsv", "is\tbe\r\n\nare\tbe\n")) == (
        *("is\tbe", "are\tbe"),
    )
    with pytest.raises(Failed, match="line 2: Write a form, a tab and its lemma"):
        lemmas_in(written(tmp_path / "l.tsv", "is\tbe\nare be"))
    with pytest.raises(Failed, match=r"line 3: “is” already has a lemma, in .*line 1"):
        lemmas_in(written(tmp_path / "l.tsv", "is\tbe\nare\tbe\nis\tam"))


def test_large_and_missing_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lexicon_files, "MAX_BYTES", 5)
    with pytest.raises(Failed, match="6 bytes; at most 5"):
        stopwords_in(written(tmp_path / "s.txt", "abcdef"))
    with pytest.raises(Failed, match="cannot be read"):
        stopwords_in(tmp_path / "none.txt")


def test_vectors_have_the_words_of_the_file_next_to_them(tmp_path: Path) -> None:
    path = written(tmp_path / "v.npy", npy(np.arange(8, dtype=np.float32).reshape(4, 2)))
    written(tmp_path / "v.txt", "Red\nred\nwine glass\nblue\n")
    found = vectors_in(path)
    assert found.row_of == {"red": 0, "blue": 3}
    assert found.vectors[3].tolist() == [6, 7]
    assert found.dimensions == 2
    own = written(tmp_path / "other.txt", "a\nb\nc\nd")
    assert list(vectors_in(path, own).row_of) == ["a", "b", "c", "d"]
    written(tmp_path / "v.txt", "red\nblue\n")
    with pytest.raises(Failed, match=r"2 lines, but .* 4 vectors"):
        vectors_in(path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (npy(np.array([{}]), allow_pickle=True), "contains object"),
        (npy(["a", "b"]), "not decimal numbers"),
        (npy(np.zeros((2, 2), np.complex128)), "not decimal numbers"),
        (npy(np.zeros(3)), "has the shape"),
        (npy(np.zeros((1, 5000))), "at most|1 to 4,096 columns"),
        (npy(np.zeros((2, 2)))[:-1], "shorter than its header"),
        (npy(np.zeros((2, 2))).replace(b"(2, 2)", b"(10**9,2)"), "not an array"),
        (b"PK\x03\x04", "not an array"),
        (b"", "not an array"),
    ],
)
def test_other_arrays_are_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = written(tmp_path / "v.npy", content)
    written(tmp_path / "v.txt", "a\nb\n")
    with pytest.raises(Failed, match=problem):
        vectors_in(path)


def test_a_header_cannot_claim_more_than_the_file_has(tmp_path: Path) -> None:
    stream = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": (4_000_000, 4000)}
    np.lib.format.write_array_header_1_0(stream, header)
    with pytest.raises(Failed, match="shorter than its header"):
        vectors_in(written(tmp_path / "v.npy", stream.getvalue() + b"x" * 64))
