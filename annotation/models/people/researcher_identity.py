"""A person's identity at the operator's identity provider, and their account here."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User
from annotation.models.rules import unique


class ResearcherIdentity(models.Model):
    """A person at an OpenID Connect issuer, identified by the issuer's address and their subject
    there. A subject never changes and is never given to another person, as an e-mail address may
    be."""

    user = models.ForeignKey(User, models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=300)
    subject = models.CharField(max_length=255)
    joined_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name_plural = "researcher identities"
        constraints = (
            unique("one_account_per_person_of_an_issuer", "issuer", "subject"),
            # A person who inherits the e-mail address of a colleague who left is a different
            # person.
            unique("one_person_of_an_issuer_per_account", "user", "issuer"),
        )
