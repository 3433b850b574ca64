"""Model endpoints: an address and a key, sealed on arrival and opened only for requests."""

from django.db import transaction

from addons.model_annotators.models import ModelEndpoint, ModelRun
from annotation.capabilities import Capability
from annotation.models import Project, User
from annotation.services.accounts.rights import require
from annotation.services.audit import record_event
from annotation.services.datasets.dataset_writer import clean_name
from annotation.services.encryption import sealed, unsealed
from annotation.services.errors import Conflict, Invalid
from annotation.services.unique_names import unless_taken
from annotation.services.url_checks import checked_address

SALT = "midpath.model.key"
MAX_ENDPOINTS = 20
MAX_NAME_LENGTH, MAX_KEY_LENGTH = 60, 400
PATH = "/chat/completions"


def add_endpoint(
    *, project: Project, user: User, name: str, address: str, key: str = ""
) -> ModelEndpoint:
    """Store an address with its key. Afterwards only the last four characters of the key are
    displayed."""
    _require_owner(project, user)
    name, key = clean_name(name), key.strip()
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise Invalid(f"Enter a name of 1 to {MAX_NAME_LENGTH} characters.", field="name")
    if key and not (8 <= len(key) <= MAX_KEY_LENGTH and key.isascii() and key.isprintable()):
        raise Invalid("This is not a key. Copy only the key, and all of it.", field="key")
    if " " in key:
        raise Invalid("A key has no spaces. Copy it without “Bearer”.", field="key")
    own = ModelEndpoint(
        project=project,
        name=name,
        address=checked_address(_stem(address) + PATH),
        sealed=sealed(key, SALT) if key else "",
        last_four=key[-4:],
        user=user,
    )
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if ModelEndpoint.objects.filter(project=project).count() >= MAX_ENDPOINTS:
            raise Conflict(
                f"A project can have at most {MAX_ENDPOINTS} endpoints. Remove one first."
            )
        refusal = Conflict(f"The project already has an endpoint named {own.name}.", field="name")
        with unless_taken("one_endpoint_of_a_name_per_project", refusal):
            own.save()
        record_event(
            "endpoint.added",
            project=project,
            user=user,
            object_id=own.pk,
            name=own.name,
            address=own.address,
            last_four=own.last_four,
        )
    return own


def remove_endpoint(*, endpoint: ModelEndpoint, user: User) -> None:
    """Delete an endpoint and its key. Past rounds stay; a running one stops."""
    _require_owner(endpoint.project, user)
    with transaction.atomic():
        running = ModelRun.objects.filter(endpoint=endpoint, status=ModelRun.Status.WAITING)
        running.update(status=ModelRun.Status.STOPPED)
        record_event(
            "endpoint.removed",
            project=endpoint.project,
            user=user,
            object_id=endpoint.pk,
            name=endpoint.name,
        )
        endpoint.delete()


def key_of(endpoint: ModelEndpoint) -> str:
    """Return the key, empty if there is none; raise CannotOpen if the server's secret key has
    changed."""
    return unsealed(endpoint.sealed, SALT) if endpoint.sealed else ""


def _stem(given: str) -> str:
    """Return an address without the path of completions, if it was included."""
    return given.strip().rstrip("/").removesuffix(PATH)


def _require_owner(project: Project, user: User) -> None:
    require(project, user, Capability.PAY, "add or remove the key of a model")
