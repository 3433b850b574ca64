"""Every setting that config/ reads is documented and reaches the containers."""

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.safety import checked_key

ROOT = Path(__file__).resolve().parents[1]
READERS = {"text", "flag", "number", "words", "database", "mail"}
OURS = ("migrate", "web", "worker", "beat")
LINE = re.compile(r"^(?:# )?([A-Z][A-Z_]+)=", re.MULTILINE)
# Variables of shell completion and of Django, which are not set for a server.
NOT_SETTINGS = {"COMP_LINE", "DJANGO_SETTINGS_MODULE"}


def names_read(source: str) -> Iterator[str]:
    """Yield the names of the environment variables that a module reads."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            place, reader = ast.unparse(node.func.value), node.func.attr
            if (place == "env" and reader in READERS) or (place, reader) == ("os.environ", "get"):
                yield ast.literal_eval(node.args[0])
        # Assignments and deletions are not reads.
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            if ast.unparse(node.value) != "os.environ":
                continue
            yield ast.literal_eval(node.slice)


def settings() -> set[str]:
    files = [one for one in (ROOT / "config").glob("*.py") if one.name != "env.py"]
    found = {name for one in files for name in names_read(one.read_text())} - NOT_SETTINGS
    return found | set(django_settings.ADDON_SETTINGS)


def filled_in() -> dict[str, str]:
    """Return every name in .env.example with a value."""
    names = LINE.findall((ROOT / ".env.example").read_text())
    ports = {"MIDPATH_PORT": "8000", "MIDPATH_TLS_PORT": "8443"}
    return {name: f"v{n}" for n, name in enumerate(names)} | ports


def containers(folder: Path, values: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the environment of each container of ours, as docker-compose resolves it."""
    shutil.copy(ROOT / "docker-compose.yml", folder)
    (folder / ".env").write_text("".join(f"{name}={one}\n" for name, one in values.items()))
    program = shutil.which("docker-compose")
    if program is None:
        text = (folder / "docker-compose.yml").read_text()
        return {name: resolved(yaml.safe_load(text)["services"][name], values) for name in OURS}
    done = subprocess.run(
        [program, "config"],
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    services = yaml.safe_load(done.stdout)["services"]
    return {name: services[name]["environment"] for name in OURS}


def resolved(service: dict[str, Any], values: dict[str, str]) -> dict[str, str]:
    """Return the variables that docker-compose resolves from `env_file` and `environment`."""
    files = service.get("env_file", [])
    assert files in ([], ".env")
    given = values if files else {}
    inner = re.compile(r"\$\{([A-Z_]+)(?::[-?]([^}]*))?\}")
    fixed = {
        name: inner.sub(lambda found: values.get(found[1]) or found[2] or "", str(one))
        for name, one in service["environment"].items()
    }
    return {**given, **fixed}


def test_settings_are_found() -> None:
    assert {"DATABASE_URL", "EMAIL_URL", "MIDPATH_DEBUG", "MIDPATH_SSO_DOMAINS"} <= settings()


def test_every_setting_is_in_the_example_and_the_manual() -> None:
    manual = (ROOT / "docs" / "operators.md").read_text()
    assert settings() - filled_in().keys() == set()
    assert {name for name in settings() if f"`{name}`" not in manual} == set()


def test_every_setting_reaches_every_container(tmp_path: Path) -> None:
    values = filled_in()
    fixed = {
        "DATABASE_URL": "postgres://midpath@db:5432/midpath",
        "REDIS_URL": "redis://redis:6379/0",
    }
    expected = {name: fixed.get(name, values[name]) for name in settings()}
    for name, environment in containers(tmp_path, values).items():
        found = {key: environment.get(key) for key in expected}
        assert found == expected, name


def test_an_empty_setting_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDPATH_TRIED", "")
    assert env.text("MIDPATH_TRIED", "INFO") == "INFO"
    assert env.words("MIDPATH_TRIED", "a,b") == ["a", "b"]
    assert (env.number("MIDPATH_TRIED", 5), env.flag("MIDPATH_TRIED", True)) == (5, True)


def test_quotes_around_a_setting_are_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for written, read in {'"Midpath <a@b>"': "Midpath <a@b>", "'{\"a\": 1}'": '{"a": 1}'}.items():
        monkeypatch.setenv("MIDPATH_TRIED", written)
        assert env.text("MIDPATH_TRIED") == read
    for whole in ("it's", '"', '"one" and "two"', "'one\""):
        monkeypatch.setenv("MIDPATH_TRIED", whole)
        assert env.text("MIDPATH_TRIED") == whole
    monkeypatch.setenv("MIDPATH_TRIED", '"1"')
    assert (env.number("MIDPATH_TRIED", 5), env.flag("MIDPATH_TRIED")) == (1, True)
    monkeypatch.setenv("MIDPATH_TRIED", '""')
    assert env.text("MIDPATH_TRIED", "INFO") == "INFO"


def test_a_setting_may_be_the_content_of_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = tmp_path / "password"
    secret.write_text("s3cret\n")
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", str(secret))
    monkeypatch.setenv("TRIED_URL", "postgres://midpath@db/midpath")
    assert env.database("TRIED_URL")["PASSWORD"] == "s3cret"
    monkeypatch.setenv("DATABASE_PASSWORD", "nearer")
    assert env.database("TRIED_URL")["PASSWORD"] == "nearer"
    monkeypatch.setenv("MIDPATH_TRIED_FILE", str(tmp_path / "absent"))
    with pytest.raises(ImproperlyConfigured, match="MIDPATH_TRIED_FILE cannot be read"):
        env.text("MIDPATH_TRIED")


def test_secrets_are_made_once_and_taken_from_an_older_installation(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "make-secrets", tmp_path / "scripts")
    (tmp_path / ".env").write_text("MIDPATH_SECRET_KEY=\nPOSTGRES_PASSWORD=earlier\n")
    for _ in range(2):
        subprocess.run([tmp_path / "scripts" / "make-secrets"], check=True, capture_output=True)
        made = {file.name: file.read_text() for file in (tmp_path / "secrets").iterdir()}
        assert made["database_password"] == "earlier"
        checked_key(made["secret_key"], debug=False)
        assert len(made["administrator_password"]) == 48
        (tmp_path / ".env").write_text("")


def test_every_container_is_confined() -> None:
    stack = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    for name, service in stack["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["deploy"]["resources"]["limits"]["memory"], name
        assert service["logging"]["options"]["max-size"], name
        assert ("ports" in service) == (name == "proxy"), name
        assert ("data" in service["networks"]) == (name != "proxy"), name
    assert stack["networks"]["data"] == {"internal": True}
    published = stack["services"]["proxy"]["ports"]
    assert all(":-127.0.0.1:" in port for port in published), published
