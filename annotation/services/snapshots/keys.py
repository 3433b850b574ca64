"""The keys of this installation: the one that signs snapshots, and the retired ones."""

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from annotation.models import SigningKey
from annotation.services.encryption import CannotOpen, sealed, unsealed
from annotation.services.table_locks import lock_tables
from midpath.exchange.signature import ALGORITHM, new_key, write_signature
from midpath.snapshots.manifest import KEYS

SALT = "midpath.snapshot.key"
FORMAT = "midpath keys 1"


def signed_manifest(manifest: bytes, name: str) -> bytes:
    """Return the signature file of a manifest of this name, signed with the installation's key."""
    return write_signature(manifest, name, _private_key(), keys_at())


def rotate_key() -> SigningKey:
    """Retire the signing key, and create another. Existing signatures remain valid."""
    with transaction.atomic():
        _one_at_a_time()
        return _remade()[0]


def public_keys() -> dict[str, object]:
    """Return every public key ever used, the newest first, in public form."""
    return {
        "format": FORMAT,
        "keys": [
            {
                "key": key.public,
                "algorithm": ALGORITHM,
                "signs_from": key.made_at,
                "signs_until": key.retired_at,
            }
            for key in SigningKey.objects.order_by("-pk")
        ],
    }


def keys_at() -> str:
    """Return the address of the public keys; only its path on a server without a public name."""
    return public_address(KEYS)


def public_address(path: str) -> str:
    """Return the public form of an address on this server; only the path on a server without a
    public name."""
    names = [name for name in settings.ALLOWED_HOSTS if not name.startswith(".")]
    return f"https://{names[0]}{path}" if settings.BEHIND_HTTPS and names else path


def _private_key() -> str:
    """Return the signing key, created on first use. A key sealed with another secret key is
    retired."""
    with transaction.atomic():
        _one_at_a_time()
        key = SigningKey.objects.filter(retired_at=None).first()
        if key is not None:
            try:
                return unsealed(key.sealed, SALT)
            except CannotOpen:
                pass
        return _remade()[1]


def _remade() -> tuple[SigningKey, str]:
    SigningKey.objects.filter(retired_at=None).update(retired_at=Now())
    private, public = new_key()
    return SigningKey.objects.create(public=public, sealed=sealed(private, SALT)), private


def _one_at_a_time() -> None:
    """Wait for any other process that creates a key, until this transaction ends."""
    lock_tables("annotation_signingkey", "SHARE ROW EXCLUSIVE")
