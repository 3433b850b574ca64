"""Accept each code of an authenticator app only once, across all processes (RFC 6238, 5.2)."""

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.db import transaction


def use_code(authenticator: Authenticator, code: str) -> bool:
    """Consume a correct code and return whether it was accepted: neither a used code nor one older
    than the last is. Recovery codes are consumed by django-allauth itself."""
    if authenticator.type != Authenticator.Type.TOTP:
        return True
    with transaction.atomic():
        locked = Authenticator.objects.select_for_update().filter(pk=authenticator.pk).first()
        if locked is None:
            return False
        secret = get_adapter().decrypt(locked.data["secret"])
        later = [
            step
            for step in yield_hotp_counters_from_time()
            if step > locked.data.get("last_step", 0)
            and compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step)))
        ]
        if not later:
            return False
        locked.data["last_step"] = later[0]
        locked.save(update_fields=["data"])
    return True
