"""Attempts to sign in, kept for as long as they may slow down the next."""

from django.db import models
from django.db.models.functions import Now


class LoginAttempt(models.Model):
    """`account` is a digest of the name that was typed, whether or not there is such an account;
    `device` is empty unless that account signed in from there before."""

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

    def __str__(self) -> str:
        return f"attempt {self.pk}"
