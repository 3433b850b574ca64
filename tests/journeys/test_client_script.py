"""The script of docs/client.md, as printed: a whole study with the client and the token of an
account that has no project yet."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, Judgment, Project, Snapshot, User
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API
from tests.faults.processes import Stack
from tests.helpers.addons import needs_addon
from tests.helpers.factories import make_user
from tests.helpers.programs import output_of

pytestmark = pytest.mark.long

ROOT = Path(settings.BASE_DIR)
PAGE = (ROOT / "docs" / "client.md").read_text()
SCRIPT = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The program that `pip install .` installs next to Python.
PROGRAM = f"#!{sys.executable}\nfrom midpath.program import main\nmain()\n"
# Variables that only a server has in its environment.
HIDDEN = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "MIDPATH_DEBUG")


@pytest.fixture
def server(live_server: LiveServer, settings: Settings, tmp_path: Path) -> Iterator[LiveServer]:
    """Start a server with Celery that may call addresses on this machine."""
    settings.PRIVATE_ADDRESSES = True
    stack = Stack(tmp_path, settings.REDIS_URL, {"MIDPATH_PRIVATE_ADDRESSES": "1"})
    stack.start_celery()
    try:
        yield live_server
    finally:
        stack.stop()


def script() -> str:
    [found] = SCRIPT.findall(PAGE)
    return str(found)


def scopes() -> list[str]:
    """Return the scopes that the token needs according to the page."""
    [line] = re.findall(r"^Make a token that may (.*)$", PAGE, re.MULTILINE)
    return re.findall(r"\*\*(\w+)\*\*", line)


def run_script(folder: Path, server: str, token: str) -> str:
    """Return the script's output in a folder, with the client and the program installed."""
    programs = folder / "bin"
    programs.mkdir()
    (programs / "midpath").write_text(PROGRAM)
    (programs / "midpath").chmod(0o755)
    inherited = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    own = {
        "HOST": server,
        "TOKEN": token,
        "PYTHONPATH": f"{ROOT / 'client'}{os.pathsep}{ROOT}",
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
    }
    return output_of(sys.executable, "-c", script(), cwd=folder, env=inherited | own)


@pytest.mark.slow
@needs_addon("webhooks")
def test_the_script_of_the_docs_runs_a_whole_study(server: LiveServer, tmp_path: Path) -> None:
    owner: User = make_user()
    _, token = issue_token(project=None, user=owner, name="script", scopes=scopes())
    folder = tmp_path / "script"
    folder.mkdir()

    output = run_script(folder, server.url, token)

    campaign = Campaign.objects.get()
    project = Project.objects.get(members=owner)
    assert campaign.dataset.project == project
    assert project.name == "Queries, segmented"
    assert Judgment.objects.filter(campaign=campaign).count() == 60
    assert campaign.enrolments.count() == 10
    assert "60 judgments stored" in output
    assert "The campaign is finished: complete" in output
    assert "The figures count 60 judgments" in output
    assert output.rstrip().endswith("Verified: True")
    assert Snapshot.objects.get().status == Snapshot.Status.READY
    assert (folder / "study.zip").exists()
    assert API(token).get(f"projects/{project.pk}/webhooks").json()["results"] == []
