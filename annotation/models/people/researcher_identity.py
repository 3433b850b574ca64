"""A person as the operator's identity provider knows them, and the account that is theirs."""

from django.db import models
from django.db.models.functions import Now

from annotation.models.people.user import User


class ResearcherIdentity(models.Model):
    """A person at an issuer of OpenID Connect, by its address and their subject there, which never
    changes and becomes nobody else's, as an e-mail address may."""

    user = models.ForeignKey(User, models.CASCADE, related_name="identities")
    issuer = models.CharField(max_length=300)
    subject = models.CharField(max_length=255)
    joined_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name_plural = "researcher identities"
        constraints = (
            models.UniqueConstraint(
                fields=("issuer", "subject"), name="one_account_per_person_of_an_issuer"
            ),
            # Whoever gets the address of a colleague who left is another person.
            models.UniqueConstraint(
                fields=("user", "issuer"), name="one_person_of_an_issuer_per_account"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} at {self.issuer}"
