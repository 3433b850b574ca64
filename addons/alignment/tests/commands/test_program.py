"""Both commands without a server, as `midpath align` and `midpath draw-pairs`."""

import json
from pathlib import Path

import pytest

from tests.commands.test_score_options import JUDGMENTS
from tests.helpers.documents import write_policies
from tests.midpath.test_program import SERVER, midpath, midpath_process, offered


@pytest.fixture
def policies(tmp_path: Path) -> str:
    return str(write_policies(tmp_path / "policies.jsonl"))


@pytest.mark.long
def test_a_servers_environment_is_left_out(tmp_path: Path) -> None:
    refused = midpath_process("align", "5", **SERVER)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "midpath align: There is no file '5'. Name a file of documents.\n"
    folder = midpath("draw_pairs", str(tmp_path))
    assert "is a folder. Name a file of documents." in folder.stderr


def test_a_hyphen_is_an_underscore() -> None:
    assert midpath("draw-pairs", "--help").stdout == midpath("draw_pairs", "--help").stdout


def test_errors_name_commands_of_the_program(policies: str, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(JUDGMENTS)
    known = midpath("align", policies, "--pairs", str(pairs))
    assert "as midpath draw_pairs writes it" in known.stderr
    assert "manage.py" not in known.stderr


def test_drawn_pairs_are_reported_as_json_as_well(policies: str, tmp_path: Path) -> None:
    out = tmp_path / "pairs-drawn.csv"
    done = midpath("draw_pairs", policies, "--per-stratum", "2", "--json", "--out", str(out))
    found = json.loads(done.stdout)
    assert sum(found["histogram"]["counts"]) > 0
    assert out.read_text().startswith("pair,")
    both = midpath("draw_pairs", policies, "--json", "--out", "-")
    assert both.stderr == (
        "midpath draw_pairs: --out - and --json cannot both print. Give --out a file.\n"
    )


@pytest.mark.long
def test_a_shell_completes_values_and_offers_no_option_of_servers() -> None:
    assert offered("midpath draw-pairs x --level ") >= {"sections", "paragraphs"}
    assert offered("midpath draw_pairs --na") == {""}
