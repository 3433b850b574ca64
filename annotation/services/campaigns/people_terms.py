"""Check and change the terms about who may join and how workers return."""

from collections.abc import Collection
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from annotation.models import Campaign, User
from annotation.models.people_terms import PEOPLE_TERMS, LinkTrust
from annotation.services.audit import record_campaign_event
from annotation.services.campaigns.campaign_lock import lock_launched_campaign
from annotation.services.errors import Invalid


def check_people(campaign: Campaign) -> None:
    """Raise Invalid, with the field, if a term is not possible or does not fit the others."""
    if campaign.platform_study and campaign.link_trust != LinkTrust.PLATFORM:
        raise Invalid(
            "Only links signed by Prolific can be limited to a study. Choose these links, or "
            "leave the study empty.",
            field="platform_study",
        )
    if campaign.return_address:
        check_return_address(campaign.return_address)
    codes = [campaign.completion_code, campaign.screen_out_code, campaign.no_consent_code]
    given = [code for code in codes if code]
    if len(set(given)) != len(given):
        raise Invalid(
            "Two of the codes are the same. Use different codes.",
            field="screen_out_code",
        )


def check_return_address(address: str) -> None:
    """Refuse return addresses that are not a platform's."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise Invalid("This is not a valid address.", field="return_address") from error
    plain = parts.scheme == "https" and port is None and not parts.username and not parts.password
    if not plain or any(sign.isspace() or not sign.isprintable() for sign in address):
        raise Invalid("Enter an address that begins with https://.", field="return_address")
    if not any(_is_within(host, allowed) for allowed in settings.RETURN_HOSTS):
        raise Invalid(
            "Workers can return only to known platforms, and this server does not know "
            f"{host or 'this one'}. The server’s operator can add it (MIDPATH_RETURN_HOSTS).",
            field="return_address",
        )


def set_people_terms(*, campaign: Campaign, user: User, **terms: object) -> Campaign:
    """Change the given terms while a campaign runs. Workers who have joined stay."""
    unknown = set(terms) - set(PEOPLE_TERMS)
    if unknown:
        raise Invalid(f"Campaigns have no field {min(unknown)}.", field=min(unknown))
    with transaction.atomic():
        campaign = lock_launched_campaign(campaign, "these are")
        before = {name: getattr(campaign, name) for name in terms}
        for name, value in terms.items():
            setattr(campaign, name, value)
        check_fields(campaign, terms)
        check_people(campaign)
        campaign.save(update_fields=list(terms))
        changed = [name for name in terms if before[name] != terms[name]]
        record_campaign_event(
            "campaign.people_changed",
            campaign,
            user,
            before={name: before[name] for name in changed},
            after={name: terms[name] for name in changed},
        )
    return campaign


def check_fields(campaign: Campaign, given: Collection[str] | None = None) -> None:
    """Raise Invalid, with the field, if one of these fields cannot be stored; without names, check
    all of them."""
    names = {field.name for field in campaign._meta.fields}
    others = set() if given is None else names.difference(given)
    try:
        campaign.clean_fields(exclude=others)
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise Invalid(messages[0], field=field) from error


def _is_within(host: str, allowed: str) -> bool:
    """Return whether a host is allowed: exactly, or as a subdomain of an entry that begins with a
    dot."""
    return host == allowed or (allowed.startswith(".") and host.endswith(allowed))
