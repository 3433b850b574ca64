"""The key that signs snapshots: made once, public, rotated, sealed."""

import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from annotation.models import SigningKey
from annotation.services.encryption import CannotOpen, unsealed
from annotation.services.snapshots.keys import SALT, keys_at, rotate_key, signed_manifest
from midpath.exchange.signature import BadSignature, check_signature, new_key, write_signature
from midpath.snapshots.manifest import KEYS
from tests.commands.running import run

MANIFEST = b'{"format": "midpath snapshot 2"}\n'


def key_of(signature: bytes) -> str:
    return check_signature(signature, MANIFEST).key


@pytest.mark.django_db
def test_one_key_is_made_at_first_need_and_signs_from_then_on() -> None:
    assert Client().get(KEYS).json()["keys"] == []
    assert not SigningKey.objects.exists()
    first, second = (signed_manifest(MANIFEST, "manifest.json") for _ in range(2))
    assert first == second
    shown = Client().get(KEYS)
    assert [one["key"] for one in shown.json()["keys"]] == [key_of(first)]
    assert shown.headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.django_db
def test_a_key_that_is_retired_signs_no_more_and_is_still_shown(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    before = key_of(signed_manifest(MANIFEST, "manifest.json"))
    assert "Add --yes" in run("rotate_signing_key")
    assert SigningKey.objects.count() == 1
    call_command("rotate_signing_key", "--yes", stdout=None)
    after = key_of(signed_manifest(MANIFEST, "manifest.json"))
    assert after != before
    with django_assert_num_queries(1):
        shown = Client().get(KEYS).json()["keys"]
    assert [one["key"] for one in shown] == [after, before]
    assert [one["signs_until"] is None for one in shown] == [True, False]


@pytest.mark.django_db
def test_the_private_key_stands_nowhere_in_the_open() -> None:
    signed_manifest(MANIFEST, "manifest.json")
    stored = SigningKey.objects.get()
    private = unsealed(stored.sealed, SALT)
    key = Ed25519PrivateKey.from_private_bytes(base64.b64decode(private))
    assert key.public_key().public_bytes_raw() == base64.b64decode(stored.public)
    assert private not in stored.sealed
    with pytest.raises(CannotOpen):
        unsealed(stored.sealed, "another purpose")


@pytest.mark.django_db
def test_with_another_secret_key_another_one_signs(settings: Settings) -> None:
    before = key_of(signed_manifest(MANIFEST, "manifest.json"))
    settings.SECRET_KEY = "another long key that only this server knows, 4711"
    after = key_of(signed_manifest(MANIFEST, "manifest.json"))
    assert after != before
    assert SigningKey.objects.filter(retired_at=None).get().public == after


@pytest.mark.django_db
def test_the_database_lets_one_key_sign_at_a_time() -> None:
    rotate_key()
    with pytest.raises(IntegrityError, match="one_key_signs_at_a_time"), transaction.atomic():
        SigningKey.objects.create(public="other", sealed="sealed")


def test_the_address_of_the_keys_is_the_public_one(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [".midpath.example", "annotate.midpath.example"]
    assert keys_at() == KEYS
    settings.BEHIND_HTTPS = True
    assert keys_at() == f"https://annotate.midpath.example{KEYS}"


def test_a_signature_is_of_these_bytes_by_this_key() -> None:
    private, public = new_key()
    signature = write_signature(MANIFEST, "manifest.json", private, "/keys")
    assert check_signature(signature, MANIFEST) == (public, "/keys")
    content = json.loads(signature)
    content["key"] = new_key()[1]
    for wrong, manifest in (
        (signature, MANIFEST + b" "),
        (json.dumps(content).encode(), MANIFEST),
        (b"{}", MANIFEST),
        (b"[1]", MANIFEST),
        (b"\xff", MANIFEST),
        (b'{"key": 1, "signature": null}', MANIFEST),
    ):
        with pytest.raises(BadSignature):
            check_signature(wrong, manifest)
