"""Invalid arguments of the commands for documents and corpora: a sentence says what is wrong before
the work begins, not after it."""

import os
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.models.campaign import new_code
from tests.commands.running import refusal_of, run, run_alone
from tests.helpers.addons import needs_addon
from tests.helpers.documents import make_documents, write_policies
from tests.helpers.languages import sentences

NOT_UTF_8 = os.fsdecode(b"caf\xe9")


@pytest.fixture
def policies(tmp_path: Path) -> str:
    return str(write_policies(tmp_path / "policies.jsonl"))


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(sentences(50)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ("none.jsonl", "There is no file 'none.jsonl', and no dataset either: DATABASE_URL"),
        (NOT_UTF_8, "There is no file 'caf\\udce9', and no dataset either"),
        ("a" * 5000, "cannot be read: File name too long."),
    ],
)
def test_without_a_database_what_is_no_file_is_called_so(
    command: str, documents: str, said: str
) -> None:
    done = run_alone(command, documents)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.few(1)
@pytest.mark.django_db
@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize("documents", ["none.jsonl", "", NOT_UTF_8, "9" * 30])
def test_with_one_the_datasets_are_reported(command: str, documents: str) -> None:
    known = make_documents()
    with pytest.raises(CommandError) as refused:
        run(command, documents)
    assert str(refused.value) == (
        f"There is no file and no dataset {documents!r}. Documents: {known.pk} ({known.name})."
    )


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("align", "--groups"),
        ("align", "--runs"),
        ("align", "--curves"),
        pytest.param("typology", "--samples", marks=needs_addon("typology")),
    ],
)
def test_no_number_makes_a_command_take_all_memory(
    policies: str, corpus: str, command: str, option: str
) -> None:
    """Each of that many would have its own arrays."""
    with pytest.raises(CommandError, match="'999999999' is more than 1,000"):
        run(command, corpus if command == "typology" else policies, option, "999999999")


@pytest.mark.parametrize("command", ["align", "draw_pairs"])
@pytest.mark.parametrize(
    ("out", "said"), [("", "it is a folder"), ("none/out.csv", "there is no folder")]
)
def test_where_nothing_can_be_written_no_work_is_begun(
    policies: str, tmp_path: Path, command: str, out: str, said: str
) -> None:
    assert said in refusal_of(command, policies, "--out", str(tmp_path / out))


@needs_addon("typology")
def test_a_file_is_named_as_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / f"{NOT_UTF_8}.txt"
    path.write_text("\n".join(sentences(20)), encoding="utf-8")
    done = run_alone("typology", str(path))
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "caf\\udce9.txt" in done.stdout


@needs_addon("typology")
def test_a_corpus_does_not_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "loud.txt"
    path.write_text("\x1b]0;mine\x07 the \u202ecat می\u200cخواهم\n" * 30, encoding="utf-8")
    printed = run("typology", str(path), "--as-is", "--function-words", "9", "--propose", "9")
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "\N{REPLACEMENT CHARACTER}]0;mine" in printed
    assert "می\u200cخواهم" in printed


def test_no_campaigns_code_can_be_taken_for_an_option() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) == 2000
    assert all(len(code) == 12 and code.isascii() and code.isalnum() for code in codes)
