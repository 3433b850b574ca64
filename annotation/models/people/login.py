from django.db import models
from django.db.models.functions import Now


class LoginAttempt(models.Model):
    """An attempt to sign in, or to enter a worker's return code.

    `account` is a digest of the typed name, whether or not such an account exists. `device` is
    empty unless that account signed in on it before."""

    account = models.CharField(max_length=64)
    address = models.GenericIPAddressField()
    device = models.CharField(max_length=32, blank=True, default="", db_default="")
    at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = (
            models.Index(fields=("account", "at"), name="login_attempt_by_account"),
            models.Index(fields=("address", "at"), name="login_attempt_by_address"),
            models.Index(fields=("at",), name="login_attempt_by_time"),
        )
