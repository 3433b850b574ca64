"""The README of the client runs as printed, on a real server."""

import doctest
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from annotation.models import Project

README = Path(settings.BASE_DIR) / "client" / "README.md"


@pytest.mark.slow
def test_the_readme_runs_as_printed(
    study: tuple[Project, str],
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MIDPATH_SERVER", live_server.url)
    monkeypatch.setenv("MIDPATH_TOKEN", study[1])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.csv").write_text(
        "text,source\nfirst aid kit,ours\nlast night of the proms,ours\ncheap flights,ours\n"
    )
    run = doctest.testfile(
        str(README), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS
    )
    assert run.attempted > 15
    assert run.failed == 0
