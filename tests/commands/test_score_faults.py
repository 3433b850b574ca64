"""`manage.py score`: annotations that are left out and files that cannot be read are explained."""

from pathlib import Path

import pytest
from django.core.management.base import CommandError

from tests.commands.running import run, run_alone, score_of, write_release_file


def test_bad_annotations_are_left_out_counted_and_named(tmp_path: Path) -> None:
    texts = {
        "a b c": {"1": "a | b c", "2": "a | b", "3": "a || b c", "4": [0, 2], "5": None},
        "one": {"1": "one", "2": "one"},
        "d e": {},
    }
    flat = write_release_file(tmp_path / "flat.json", texts)
    figures = score_of(flat=flat)["flat"]
    assert figures["left_out"] == {
        "one annotation only": 1,
        "one word": 1,
        "wrong words": 1,
        "empty segment": 1,
        "out of range": 1,
        "not a list": 1,
        "no annotation": 1,
    }
    first = figures["left_out_first"][0]
    assert (first["text"], first["annotation"], first["reason"]) == ("a b c", "2", "wrong words")
    table = run("score", "--flat", str(flat))
    assert "annotation 2 of “a b c”:" in table
    assert first["message"] in table


NOT_FLAT = {
    "wrong words": "a | c b",
    "empty segment": "a || b c",
    "no words": " ",
    "out of range": [0, 2],
    "wrong length": [0, 1, 0],
    "not a whole number": [0.5, 1],
    "not a list": {"x": 1},
}
NOT_NESTED = {
    "wrong words": "(a (c b))",
    "non-binary node with 3 children": "(a b c)",
    "unbalanced brackets": "(a (b c)",
    "more than one root": "a (b c)",
    "root label not unique": [0, 0],
    "label 2 where the height is 1": [2, 0],
    "out of range": [-1, 0],
    "wrong length": [0],
    "not a list": True,
}


@pytest.mark.parametrize(("kind", "wrong"), [("flat", NOT_FLAT), ("nested", NOT_NESTED)])
def test_every_malformed_kind_names_its_text_and_annotation(
    kind: str, wrong: dict[str, object], tmp_path: Path
) -> None:
    keys = {f"w{number}": form for number, form in enumerate(wrong.values())}
    # Binary trees, so that one with more parts is an error and not the form of the file.
    sound = {f"d{n} e f": dict.fromkeys("12", f"((d{n} e) f)") for n in range(15)}
    file = write_release_file(
        tmp_path / "file.json",
        {"a b c": keys, "x": {"1": "x"}} | (sound if kind == "nested" else {}),
    )
    printed = run("score", f"--{kind}", str(file))
    figures = score_of(**{kind: file})[kind]
    assert figures["left_out"] == {**dict.fromkeys(wrong, 1), "no annotation": 1, "one word": 1}
    for entry, reason, key in zip(figures["left_out_annotations"], wrong, keys, strict=True):
        assert (entry["text"], entry["annotation"], entry["reason"]) == ("a b c", key, reason)
        assert f"annotation {key} of “a b c”:" in printed
        assert entry["message"] in printed


def test_of_many_alike_one_is_named_and_json_names_all(tmp_path: Path) -> None:
    texts = {"a b": {"1": [7], "2": [7], "3": [7]}, "x": {"1": "x"}}
    file = write_release_file(tmp_path / "file.json", texts)
    assert "such as annotation 1 of “a b”:" in run("score", "--flat", str(file))
    figures = score_of(flat=file)["flat"]
    assert len(figures["left_out_first"]) == 1
    assert [entry["annotation"] for entry in figures["left_out_annotations"]] == ["1", "2", "3"]


def test_a_file_given_as_the_other_kind_is_pointed_out(tmp_path: Path) -> None:
    trees = {"1": "(a (b c))", "2": "((a b) c)", "3": "(a (b c))", "4": "(a b)"}
    file = write_release_file(tmp_path / "file.json", {"a b c": trees})
    done = run_alone("score", "--flat", file.name, cwd=tmp_path)
    assert done.returncode == 1
    assert (
        "file.json: 3 of the 4 annotations that are not flat are nested. If the whole file is, "
        "give it with --nested." in done.stderr
    )
    assert (
        "If the whole file is" not in run_alone("score", "--nested", file.name, cwd=tmp_path).stderr
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"items": 2,\n"annotation set": {"a b": {"1": "a |', "line 2, column"),
        ("", "The file is empty."),
        ("[]", "not the release format"),
        ('{"annotation set": {"a b": "a | b"}}', "its annotations must be an object"),
        ('{"annotation set": {"a b": {}, "a b": {}}}', "Text 'a b': The name 'a b' is given twice"),
        (
            '{"annotation set": {"a b": {"1": "a b", "1": "a b"}}}',
            "Text 'a b', annotation 1: The name '1' is given twice",
        ),
        (
            '{"annotation set": {"c": {"1": "c"},\n"a b": {"x": "a b", "y": "a \\u0000b"}}}',
            "Text 'a b', annotation y: A text contains a NUL character",
        ),
        ('{"annotation set": {"a b": {"1": "a \0b"}}}', "Text 'a b', annotation 1: This is not"),
        ('{"annotation set": {"a b": {"1": {"2": [1, NaN', "Text 'a b', annotation 1: "),
        ('{"annotation set": {"a b": {"1": NaN}}}', "NaN"),
        ("[" * 10_000, "nested deeper"),
        ("\ud800", "not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, content: str, said: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content.encode(errors="surrogatepass"))
    with pytest.raises(CommandError) as caught:
        run("score", "--flat", str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_trouble_at_the_terminal_is_no_traceback(tmp_path: Path) -> None:
    for options, said in (
        (("--flat", "absent.json"), "absent.json cannot be read: No such file or directory."),
        (("--flat", str(tmp_path)), "Is a directory."),
        ((), "Name a file with --labels, --pairs, --spans, --evidence, --flat or --nested."),
    ):
        done = run_alone("score", *options, cwd=tmp_path)
        assert done.returncode in {1, 2}
        assert said in done.stderr
        assert "Traceback" not in done.stderr
