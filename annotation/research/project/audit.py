from annotation.addons import declared_by_addons
from annotation.models import AuditEvent
from annotation.research.common.names import pseudonym
from midpath.text.formatting import counted

WORDS: dict[str, str] = {
    "project.created": "created the project",
    "project.renamed": "renamed the project {before} to {name}",
    "member.added": "added {member} as {role}",
    "member.changed": "changed the role of {member} from {before} to {after}",
    "member.removed": "removed {member}",
    "member.left": "left the project",
    "member.joined": "joined as {role}, invited by {inviter}",
    "invitation.made": "issued invitation {object} for the role {role}",
    "invitation.withdrawn": "withdrew invitation {object}",
    "invitation.declined": "declined invitation {object}",
    "file.taken": "downloaded the file {file} of",
    "token.issued": "issued the API token {name}",
    "token.revoked": "revoked the API token {name}",
    "upload.discarded": "discarded the upload {filename}",
    "dataset.imported": "imported the dataset {name} with {items}",
    "dataset.created": "created the dataset {name} with {items}",
    "pictures.added": "added to the pictures of {name}, now {pictures}",
    "pictures.described": "changed the description of a picture of {name} to “{after}”",
    "pictures.removed": "removed a picture of {name}, now {pictures}",
    "version.chosen": "chose version {object} in",
    "dataset.renamed": "renamed the dataset {before} to {name}",
    "dataset.licensed": "changed the licence of the dataset {name} to “{licence}”",
    "filter.saved": "saved the filter {name} of",
    "filter.renamed": "renamed the filter {before} to {name} of",
    "filter.deleted": "deleted the filter {name} of",
    "words.renamed": "renamed the list of prepositions for {before} to {name}",
    "words.changed": "changed the list of prepositions for {language}",
    "dataset_import.asked": "requested the import of a file as {name}",
    "dataset_import.discarded": "stopped the import of a file as {name}",
    "set_import.asked": "requested the import of annotations as {name}",
    "set_import.discarded": "discarded the import of annotations as {name}",
    "snapshot.asked": "requested snapshot {object} of",
    "snapshot.discarded": "discarded snapshot {object} of",
    "snapshot.restored": "restored snapshot {object} of",
    "snapshot.published": "published snapshot {object} of",
    "snapshot.unpublished": "unpublished snapshot {object} of",
    "campaign.created": "drafted",
    "campaign.dry_run": "started a dry run of",
    "campaign.duplicated": "duplicated {of} as the draft",
    "campaign.edited": "edited the draft of",
    "campaign.pilot_ended": "ended the pilot of",
    "campaign.renamed": "renamed {before} to {name}:",
    **{
        f"{noun}.{verb}": f"{told} the {noun} {{name}}"
        for noun in ("project", "dataset")
        for verb, told in (
            ("archived", "archived"),
            ("unarchived", "restored"),
            ("deleted", "deleted"),
            ("undeleted", "restored"),
        )
    },
    "campaign.archived": "archived",
    "campaign.unarchived": "restored from the archive",
    "campaign.deleted": "deleted the campaign {name}",
    "campaign.undeleted": "restored the campaign {name}",
    "campaign.launched": "launched, with {hits},",
    "campaign.paused": "paused",
    "simulation.stopped": "stopped the simulated workers of",
    "campaign.resumed": "resumed",
    "campaign.closed": "closed",
    "campaign.extended": "extended the redundancy from {before} to {after} in",
    "campaign.asked_more": (
        "requested at least {at_least} judgments per task for {hits} found by a filter "
        "({judgments} more) in"
    ),
    "campaign.limited": "changed the limits on workers, tasks per worker and pace in",
    "campaign.people_changed": "changed the entry and return settings in",
    "links.signed": "signed {links} links of",
    "links.ended": "revoked all links of",
    "campaign.asked_again": "requested missing {judgments} again in",
    "judgment.rejected": "rejected judgment {object} in",
    "judgment.restored": "restored judgment {object} in",
    "judgment.accepted": "accepted judgment {object} in",
    "campaign.budget_set": "changed the budget from {before} to {after} in",
    "campaign.approval_set": "changed automatic approval (days: {days}) in",
    "project.money_set": "changed the budget of the project from {before} to {after}",
    "pay.bonus": "promised {worker} a bonus of {currency} {amount}, “{reason}”, in",
    "pay.adjusted": "adjusted the pay of {worker} by {currency} {amount}, “{reason}”, in",
    "pay.compensation": "promised {worker} a compensation of {currency} {amount}, “{reason}”, in",
    "pay.compensation_taken_back": "took back a compensation of {currency} {amount} of {worker} in",
    "rejection.objected": "objected to rejections ({judgments}) in",
    "pay.batch_made": "created payment list {object}, {currency} {amount}, in",
    "pay.paid": "marked {currency} {amount} of payment list {object} as paid in",
    "pay.failed": "marked {currency} {amount} of payment list {object} as not paid in",
    "judgment.set_aside": "set aside judgment {object} in",
    "judgments.reviewed": (
        "reviewed judgments in bulk ({judgments}, now {review}; {asked_again} requested again) in"
    ),
    "judgments.review_undone": "undid a bulk review ({judgments}) in",
    "judgment.submitted": "submitted judgment {object} in",
    "judgment.refused": "submitted a second, different answer in",
    "judgment.refused_more": "submitted {count} further different answers in",
    "worker.joined": "joined",
    "worker.approved": "let {worker} in to",
    "worker.turned_away": "turned {worker} away from",
    "worker.trained": "passed the training ({right} of {done} correct) in",
    "worker.stopped": "was stopped ({right} of {done} gold answers correct) in",
    "worker.stopped_by_hand": "stopped {worker} ({right} of {done} gold answers correct) in",
    "worker.restored": "let {worker} continue in",
    "worker.excluded": (
        "excluded {worker} ({judgments} removed from the figures, {asked_again} requested again) in"
    ),
    "worker.included": "included {worker} again ({judgments} back in the figures) in",
    "worker.erased": "erased {worker} ({judgments} with free text removed from the figures)",
    "worker.withdrew": (
        "withdrew ({judgments} removed from the figures, {asked_again} requested again) from"
    ),
    "worker.pay_to_set": "entered where to pay them",
    "worker.pay_to_removed": "removed where to pay them",
    "access.refused": "tried to open {kind} {object}, which is not theirs, and was refused",
    "access.refused_more": "tried {count} more times to open what is not theirs and was refused",
    "hit.returned": "returned a task of",
    "hit.released": "took back the task of {worker} in",
    "hit.expired": "Time ran out for a task of",
}

COUNTED = {"items": "item", "hits": "task", "judgments": "judgment"}


def sentence(event: AuditEvent) -> str:
    """Describe an event, to be followed by the campaign's name if there is one."""
    sentences = WORDS | declared_by_addons(lambda config: config.audit_sentences)
    template = sentences.get(event.verb, event.verb.replace(".", " ").replace("_", " "))
    known = {key: _told(key, value) for key, value in event.details.items()}
    known.setdefault("member", "a member")
    if "token" in known:
        template += " by the token {token}"
    known["worker"] = pseudonym(event.worker.number) if event.worker else "a worker"
    try:
        return template.format(object=event.object_id, **known)
    except (KeyError, IndexError):
        return template.partition("{")[0].rstrip(" ,(")


def _told(key: str, value: object) -> str:
    noun = COUNTED.get(key)
    return counted(value, noun) if noun and isinstance(value, int) else str(value)


def who(event: AuditEvent) -> str:
    if event.user is not None:
        return event.user.username
    if event.worker is not None:
        return pseudonym(event.worker.number)
    return "Midpath"
