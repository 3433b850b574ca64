"""The docs on the API and its files: commands run as printed, and lists are complete."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from analysis.exports.api import ReadFile
from analysis.exports.export_registry import IN_COMMON, NAMES
from analysis.exports.tables.folder import TABLES
from analysis.schemes import ANALYSES
from annotation.models import Campaign, Dataset, Judgment, Project, User
from annotation.schemes import SCHEMES
from annotation.services.accounts.tokens import issue_token
from tests.commands.running import run

DOCS = Path(settings.BASE_DIR) / "docs"
PAGE = (DOCS / "api.md").read_text()
FILES = (DOCS / "tables.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILLED_IN = ("HOST", "TOKEN")
# Form fields whose names begin like operations.
FIELDS = {"leave_out", "leave_out_failed", "pay_to"}


def blocks(language: str) -> list[str]:
    return [found[2] for found in BLOCK.finditer(PAGE) if found[1] == language]


def commands() -> str:
    """Return all commands of the page, in order, except the two lines that a reader fills in."""
    lines = "\n".join(blocks("sh")).splitlines()
    own = [line for line in lines if line.startswith(tuple(f"export {n}=" for n in FILLED_IN))]
    assert len(own) == len(FILLED_IN)
    return "\n".join(line for line in lines if line not in own)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_commands_work_as_printed_on_the_demo(live_server: Any, tmp_path: Path) -> None:
    if not shutil.which("curl"):
        pytest.skip("This machine has no curl (apt-get install curl).")
    run("load_demo")
    demo = User.objects.get(username="demo")
    project = Project.objects.visible_to(demo).get()
    _, token = issue_token(project=project, user=demo, name="docs")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands()],
        cwd=tmp_path,
        env={**os.environ, "HOST": live_server.url, "TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    made = Dataset.objects.filter(project=project, name__endswith="a program").get()
    assert Dataset.objects.filter(project=project, name="Queries from a file").exists()
    campaign = Campaign.objects.get(dataset=made)
    assert (campaign.status, campaign.redundancy) == ("live", 5)
    assert Judgment.objects.get(campaign=campaign).vector == [1, 0, 0, 1, 0]
    assert json.loads((tmp_path / "gold.json").read_text())["items"] == 2


def test_no_command_names_a_number_of_somebody_elses() -> None:
    assert not re.findall(r"(?:campaigns|datasets|assignments|comparisons)/\d", commands())
    assert not re.findall(r'"(?:project|dataset)": \d|project=\d', commands())


def test_the_schemes_of_each_kind_of_dataset_are_those_that_take_it() -> None:
    """They are in the table of this page, or in the help of the scheme's dashboard."""
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+)", PAGE, re.MULTILINE)
    listed = {kind: set(re.findall(r"\w+", schemes)) for kind, schemes in rows}
    for scheme in SCHEMES:
        for kind in named_in_help(scheme, "Datasets"):
            listed[kind].add(scheme)
    taken = {
        kind: {name for name, one in SCHEMES.items() if kind in one.dataset_kinds}
        for kind in Dataset.Kind.values
    }
    assert {kind: listed[kind] for kind in taken} == taken


def named_in_help(scheme: str, part: str) -> set[str]:
    """Return the names in a row of the table at the top of the help of a scheme's dashboard."""
    page = (DOCS / "help" / f"dashboard-{scheme}.md").read_text()
    cells = re.findall(rf"^\| {part} \| (.+) \|$", page, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)}


def test_every_operation_on_the_page_exists() -> None:
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    methods = [one for path in schema["paths"].values() for one in path.values()]
    operations = {one["operationId"] for one in methods}
    verbs = {name.partition("_")[0] for name in operations if "_" in name}
    names = set(re.findall(r"`([a-z]+_[a-z_]+)`", PAGE))
    like_operations = {name for name in names if name.partition("_")[0] in verbs}
    assert like_operations - FIELDS <= operations


def test_the_files_of_every_scheme_are_listed() -> None:
    section = FILES.partition("## Files of a campaign\n")[2].partition("\n#")[0]
    listed = {
        scheme: set(re.findall(r"`([\w-]+)`", files))
        for scheme, files in re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    }
    in_help = {scheme: named_in_help(scheme, "Files") for scheme in ANALYSES}
    made = {name: set(analysis.exports) for name, analysis in ANALYSES.items()}
    assert listed.keys() <= made.keys()
    assert {name: listed.get(name) or in_help[name] for name in made} == made
    (common,) = re.findall(r"^\| every scheme \| (.+) \|$", section, re.MULTILINE)
    named = set(re.findall(r"`([\w-]+)`", common))
    tables = {f"table-{table.name}-" for table in TABLES}
    of_tables = {name for name in IN_COMMON if name.startswith("table-")}
    assert of_tables == {
        form.replace("table-NAME-", table) for form in named if "NAME" in form for table in tables
    }
    assert {name for name in named if "NAME" not in name} == set(IN_COMMON) - of_tables


def test_the_operation_of_files_names_those_there_are() -> None:
    """Hyphenated words in its description are file names, and so are these."""
    listed = set(re.findall(r"[a-z]+(?:-[a-z]+)+", ReadFile.get.__doc__ or ""))
    tables = {name.rpartition("-")[0] for name in NAMES if name.startswith("table-")}
    assert listed <= {*NAMES, *tables}
    assert {name for name in NAMES if "-" in name and not name.startswith("table-")} <= listed


def test_every_json_on_the_page_can_be_read() -> None:
    for block in blocks("json"):
        for one in re.split(r"(?<=\})\n(?=\{)", block.strip()):
            assert isinstance(json.loads(one), dict), one
