"""Audit events in words."""

from annotation.models import AuditEvent
from annotation.plurals import counted
from annotation.research.common.names import pseudonym

WORDS = {
    "project.created": "made the project",
    "project.renamed": "renamed the project {before} to {name}",
    "member.added": "added {member} as {role}",
    "member.changed": "made {member}, until then {before}, {after}",
    "member.removed": "removed {member}",
    "member.left": "left the project",
    "member.joined": "joined as {role}, invited by {inviter}",
    "invitation.made": "invited somebody as {role}, by invitation {object}",
    "invitation.withdrawn": "withdrew invitation {object}",
    "invitation.declined": "declined invitation {object}",
    "file.taken": "took the file {file} of",
    "token.issued": "issued the API token {name}",
    "token.revoked": "revoked the API token {name}",
    "webhook.added": "added a webhook to {host}",
    "webhook.changed": "changed what the webhook to {host} is told",
    "webhook.secret_changed": "made a new secret for the webhook to {host}",
    "webhook.removed": "took away the webhook to {host}",
    "webhook.pinged": "sent a test to {host}",
    "webhook.replayed": "sent a message ({event}) to {host} again",
    "webhook.switched_off": "switched off the webhook to {host}, which did not answer as it should",
    "upload.discarded": "discarded the upload {filename}",
    "dataset.imported": "imported the dataset {name} with {items}",
    "dataset.created": "made the dataset {name} with {items}",
    "pictures.added": "added to the pictures of {name}, now {pictures}",
    "pictures.described": "described a picture of {name} anew, as “{after}”",
    "pictures.removed": "took away a picture of {name}, now {pictures}",
    "version.chosen": "chose version {object} in",
    "dataset.renamed": "renamed the dataset {before} to {name}",
    "filter.saved": "saved the filter {name} of",
    "filter.renamed": "renamed the filter {before} to {name} of",
    "filter.deleted": "deleted the filter {name} of",
    "words.renamed": "renamed the list of prepositions for {before} to {name}",
    "words.changed": "changed the list of prepositions for {language}",
    "set_import.asked": "asked for the import of annotations as {name}",
    "set_import.discarded": "discarded the import of annotations as {name}",
    "alignment.asked": "asked for the alignment {name}",
    "alignment.discarded": "discarded the alignment {name}",
    "alignment.restored": "restored the alignment {name}",
    "alignment.renamed": "renamed the alignment {before} to {name}",
    "snapshot.asked": "asked for snapshot {object} of",
    "snapshot.discarded": "discarded snapshot {object} of",
    "snapshot.restored": "brought back snapshot {object} of",
    "snapshot.published": "published snapshot {object} of",
    "snapshot.unpublished": "took back from the public snapshot {object} of",
    "draw.renamed": "renamed the draw {before} to {name}",
    "typology.renamed": "renamed the function words of {before} to {name}",
    "typology.asked": "asked for the function words of {name}, language {language}",
    "typology.discarded": "discarded what was told of the function words of {name}",
    "typology.restored": "brought back what was told of the function words of {name}",
    "comparison.created": "made the comparison {name}",
    "comparison.renamed": "renamed the comparison {before} to {name}",
    "comparison.deleted": "deleted the comparison {name}",
    "comparison.restored": "restored the comparison {name}",
    "comparison.asked": "asked for the comparison {name} to be made anew",
    "campaign.created": "drafted",
    "campaign.dry_run": "began a dry run of",
    "campaign.duplicated": "duplicated {of} as the draft",
    "campaign.edited": "edited the draft of",
    "campaign.renamed": "renamed {before} to {name}:",
    **{
        f"{noun}.{verb}": f"{told} the {noun} {{name}}"
        for noun in ("project", "dataset")
        for verb, told in (
            ("archived", "archived"),
            ("unarchived", "restored"),
            ("deleted", "deleted"),
            ("undeleted", "brought back"),
        )
    },
    "campaign.archived": "archived",
    "campaign.unarchived": "restored from the archive",
    "campaign.deleted": "deleted the campaign {name}",
    "campaign.undeleted": "brought back the campaign {name}",
    "campaign.launched": "launched, with {hits},",
    "campaign.paused": "paused",
    "campaign.resumed": "resumed",
    "campaign.closed": "closed",
    "campaign.extended": "extended the redundancy from {before} to {after} in",
    "campaign.asked_more": "asked for {at_least} judgments of each of {hits} that a filter found, "
    "more than before: {judgments}, in",
    "campaign.limited": "changed how many workers and HITs per worker there may be, how fast, in",
    "campaign.people_changed": "changed who comes in, or how they go back, in",
    "links.signed": "signed {links} links of",
    "links.ended": "ended all links so far of",
    "campaign.asked_again": "asked again where HITs were left short, judgments: {judgments}, in",
    "judgment.rejected": "rejected judgment {object} in",
    "judgment.restored": "restored judgment {object} in",
    "judgment.accepted": "accepted judgment {object} in",
    "campaign.budget_set": "changed the budget from {before} to {after} in",
    "campaign.approval_set": "changed when work is approved by itself (days: {days}) in",
    "project.money_set": "changed the budget of the project from {before} to {after}",
    "pay.bonus": "promised {worker} a bonus of {currency} {amount}, “{reason}”, in",
    "pay.adjusted": "adjusted the pay of {worker} by {currency} {amount}, “{reason}”, in",
    "pay.compensation": "promised {worker} a compensation of {currency} {amount}, “{reason}”, in",
    "rejection.objected": "objected to rejections ({judgments}) in",
    "pay.batch_made": "made list {object} of payments, {currency} {amount}, in",
    "pay.paid": "marked {currency} {amount} of list {object} as paid in",
    "pay.failed": "marked {currency} {amount} of list {object} as not paid in",
    "judgment.set_aside": "set aside judgment {object} in",
    "judgments.reviewed": "reviewed many judgments ({judgments}, now {review}), asked again: "
    "{asked_again}, in",
    "judgments.review_undone": "took back a review of many judgments ({judgments}) in",
    "judgment.submitted": "submitted judgment {object} in",
    "judgment.refused": "sent a second, other answer in",
    "judgment.refused_more": "sent {count} further other answers, which are counted, in",
    "worker.joined": "joined",
    "worker.approved": "let {worker} in to",
    "worker.turned_away": "turned {worker} away from",
    "worker.trained": "passed the training, {right} of {done} right, in",
    "worker.stopped": "was stopped, {right} of {done} known answers right, in",
    "worker.stopped_by_hand": "stopped {worker}, {right} of {done} known answers right, in",
    "worker.restored": "let {worker} go on in",
    "worker.excluded": "excluded {worker}, judgments out of the figures: {judgments}, asked again: "
    "{asked_again}, in",
    "worker.included": "included {worker} again, judgments in the figures again: {judgments}, in",
    "worker.erased": "erased {worker}, judgments in their own words out of the figures: "
    "{judgments}",
    "worker.withdrew": "withdrew from the work, judgments out of the figures: {judgments}, asked "
    "again: {asked_again}, in",
    "worker.pay_to_set": "said where to pay them",
    "worker.pay_to_removed": "removed where to pay them",
    "access.refused": "reached for {kind} {object} of another and was refused",
    "access.refused_more": "reached {count} more times for what is of another and was refused",
    "hit.returned": "returned a HIT of",
    "hit.released": "took back the HIT that {worker} held in",
    "hit.expired": "Time ran out for a HIT of",
}

COUNTED = {"items": "item", "hits": "HIT"}


def sentence(event: AuditEvent) -> str:
    """Return what was done, to be followed by the campaign's name if there is one."""
    template = WORDS.get(event.verb, event.verb.replace(".", " ").replace("_", " "))
    known = {key: _told(key, value) for key, value in event.details.items()}
    known.setdefault("member", "a member")
    if "token" in known:
        template += " by the token {token}"
    known["worker"] = pseudonym(event.worker.number) if event.worker else "a worker"
    try:
        return template.format(object=event.object_id, **known)
    except (KeyError, IndexError):
        return template.partition("{")[0].rstrip(" ,")


def _told(key: str, value: object) -> str:
    noun = COUNTED.get(key)
    return counted(value, noun) if noun and isinstance(value, int) else str(value)


def who(event: AuditEvent) -> str:
    if event.user is not None:
        return event.user.username
    if event.worker is not None:
        return pseudonym(event.worker.number)
    return "Midpath"
