"""The Helm chart: its settings are Midpath's, and its pods are as protected as containers of
docker-compose.yml. Tests of what it renders need `make helm-lint` once."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from agreement.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
CHART = ROOT / "deploy" / "helm" / "midpath"
HELM = ROOT / ".helm" / "bin" / "helm"
LINE = re.compile(r"^(?:# )?([A-Z][A-Z_]+)=", re.MULTILINE)
# What only docker-compose reads.
OF_COMPOSE = {"MIDPATH_IMAGE", "MIDPATH_PORT", "MIDPATH_TLS_PORT"}
SECRETS = {
    "MIDPATH_SECRET_KEY", "DATABASE_PASSWORD", "MIDPATH_SSO_SECRET", "MIDPATH_METRICS_TOKEN"
}  # fmt: skip
PARTS = ("web", "worker", "beat", "migrate")
needs_helm = pytest.mark.skipif(not HELM.exists(), reason="there is no helm: make helm-lint")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def chart_values() -> Any:
    return read(CHART / "values.yaml")


def compose_services() -> Any:
    return read(ROOT / "docker-compose.yml")["services"]


def helm(*arguments: str, values: str = "small") -> subprocess.CompletedProcess[str]:
    own = CHART / "ci" / f"{values}.yaml"
    command = [str(HELM), "template", "midpath", str(CHART), "--values", str(own)]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)


def rendered(*arguments: str, values: str = "small") -> dict[tuple[str, str], Any]:
    """Return the objects that the chart renders, by kind and name."""
    done = helm(*arguments, values=values)
    assert done.returncode == 0, done.stderr
    found = [one for one in yaml.safe_load_all(done.stdout) if one]
    return {(one["kind"], one["metadata"]["name"]): one for one in found}


def pods(objects: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """Return the description of each part's pod."""
    kinds = [one for (kind, _), one in objects.items() if kind in {"Deployment", "Job"}]
    templates = [one["spec"]["template"] for one in kinds]
    return {
        one["metadata"]["labels"]["app.kubernetes.io/component"]: one["spec"] for one in templates
    }


def test_the_schema_knows_exactly_the_settings_of_the_example() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    documented = set(LINE.findall((ROOT / ".env.example").read_text())) - OF_COMPOSE
    assert set(schema["$defs"]["settings"]["properties"]) == documented - SECRETS
    assert set(schema["properties"]["secret"]["properties"]["files"]["properties"]) == documented
    assert set(chart_values()["settings"]) <= documented - SECRETS


def test_pods_are_as_protected_as_containers() -> None:
    values, services = chart_values(), compose_services()
    own, pod = values["securityContext"], values["podSecurityContext"]
    for part in PARTS:
        service = services[part]
        assert own["readOnlyRootFilesystem"] is service["read_only"] is True
        assert own["capabilities"]["drop"] == service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert own["allowPrivilegeEscalation"] is False
    assert pod["runAsNonRoot"] is True
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
    user = re.search(r"useradd --system --uid (\d+) ", (ROOT / "Dockerfile").read_text())
    assert user is not None
    assert {pod["runAsUser"], pod["runAsGroup"], pod["fsGroup"]} == {int(user[1])}


def test_pods_have_the_memory_of_containers() -> None:
    for part in PARTS:
        limit = compose_services()[part]["deploy"]["resources"]["limits"]["memory"]
        default = re.sub(r"\$\{\w+:-(\w+)\}", r"\1", limit)
        ours = chart_values()[part]["resources"]["limits"]["memory"]
        assert ours == default.upper() + "i", part


def test_the_chart_has_the_version_of_midpath() -> None:
    chart = read(CHART / "Chart.yaml")
    assert chart["version"] == chart["appVersion"] == VERSION


@needs_helm
@pytest.mark.parametrize("values", ["small", "all"])
def test_every_pod_is_protected(values: str) -> None:
    found = pods(rendered(values=values))
    assert set(found) == set(PARTS)
    for part, pod in found.items():
        [container] = pod["containers"]
        assert container["securityContext"] == chart_values()["securityContext"], part
        assert pod["securityContext"] == chart_values()["podSecurityContext"], part
        assert pod["automountServiceAccountToken"] is False, part
        assert "memory" in container["resources"]["limits"], part


@needs_helm
def test_pods_run_what_containers_run() -> None:
    services = compose_services()
    for part, pod in pods(rendered()).items():
        [container] = pod["containers"]
        assert container["args"] == services[part]["command"], part
        assert container.get("command", []) == services[part]["entrypoint"], part


@needs_helm
def test_secrets_are_files_of_an_existing_secret() -> None:
    objects = rendered(values="all")
    assert not [name for kind, name in objects if kind == "Secret"]
    for pod in pods(objects).values():
        [container] = pod["containers"]
        files = {one["name"]: one["value"] for one in container["env"]}
        assert files["MIDPATH_SECRET_KEY_FILE"] == "/run/secrets/midpath/secret-key"
        assert files["REDIS_URL_FILE"] == "/run/secrets/midpath/redis-url"
        assert {one["secret"]["secretName"] for one in pod["volumes"] if "secret" in one} == {
            "midpath"
        }
    assert "REDIS_URL" not in objects["ConfigMap", "midpath"]["data"]


@needs_helm
def test_migrations_run_before_the_rest_with_settings_of_their_own() -> None:
    objects = rendered(values="all")
    for kind in ("ConfigMap", "Job"):
        notes = objects[kind, "midpath-migrate"]["metadata"]["annotations"]
        assert notes["helm.sh/hook"] == "pre-install,pre-upgrade"
    assert objects["ConfigMap", "midpath"]["data"]["MIDPATH_POOLED"] == "1"
    own = objects["ConfigMap", "midpath-migrate"]["data"]
    assert own["MIDPATH_POOLED"] == "0"
    assert "primary.example.org" in own["DATABASE_URL"]


@needs_helm
def test_each_part_has_a_policy_and_only_web_and_worker_can_be_reached() -> None:
    objects = rendered()
    policies = {name: one["spec"] for (kind, name), one in objects.items() if "Policy" in kind}
    assert set(policies) == {f"midpath-{part}" for part in PARTS}
    assert {name for name, one in policies.items() if one["ingress"]} == {
        "midpath-web", "midpath-worker"
    }  # fmt: skip


@needs_helm
def test_workers_scale_with_the_age_of_the_queue() -> None:
    figures = (ROOT / "annotation/services/monitoring/database_figures.py").read_text()
    assert '"midpath_queue_age_seconds"' in figures
    scaler = rendered(values="all")["HorizontalPodAutoscaler", "midpath-worker"]["spec"]
    [metric] = scaler["metrics"]
    assert metric["external"]["metric"]["name"] == "midpath_queue_age_seconds"
    keda = rendered("--set", "worker.autoscaling.by=keda")["ScaledObject", "midpath-worker"]
    assert keda["spec"]["triggers"][0]["metadata"]["query"] == "max(midpath_queue_age_seconds)"


@needs_helm
@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("settings.MIDPATH_HOSTZ=a", "MIDPATH_HOSTZ"),
        ("settings.MIDPATH_SECRET_KEY=a", "MIDPATH_SECRET_KEY"),
        ("settings.DATABASE_URL=postgres://midpath:pass@db/midpath", "DATABASE_URL"),
        ("settings.MIDPATH_HOSTS=*", "MIDPATH_HOSTS"),
        ("settings.REDIS_URL=", "REDIS_URL"),
        ("secret.name=", "/secret/name"),
        ("image.digest=latest", "/image/digest"),
    ],
)
def test_wrong_values_are_refused_by_name(value: str, place: str) -> None:
    done = helm("--set", value)
    assert done.returncode != 0
    assert place in done.stderr
