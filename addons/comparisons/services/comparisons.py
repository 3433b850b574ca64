"""Create, delete and restore comparisons of a crowd with gold, each a campaign or a set."""

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from addons.comparisons.models import Comparison, Side
from addons.comparisons.services.shared_items import MAX_ITEMS_CHECKED, Source, count_shared, key_of
from annotation.models import Campaign, Project, User
from annotation.recorded import READERS
from annotation.schemes import COMPARABLE, SCHEMES
from annotation.services.audit import record_event
from annotation.services.errors import Conflict, Invalid, NotFound
from annotation.services.jobs.jobs import FORGOTTEN_AFTER
from annotation.services.unique_names import unless_taken

MAX_NAME_LENGTH = 120
MAX_COMPARISONS = 50
Sources = dict[str, Source | None]


def create_comparison(
    *,
    project: Project,
    user: User,
    name: str,
    crowd: Source,
    gold: Source,
    crowd_trees: Source | None = None,
    gold_trees: Source | None = None,
) -> Comparison:
    """Create a comparison. It is computed as soon as the campaigns of both sides have judgments."""
    sources: Sources = {
        "crowd": crowd,
        "gold": gold,
        "crowd_trees": crowd_trees,
        "gold_trees": gold_trees,
    }
    for role, source in sources.items():
        if source is not None:
            _require_fit(project, role, source)
    _require_one_scheme(crowd, gold)
    _require_trees(crowd, sources)
    _require_difference(sources)
    _require_shared_items(sources)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        if Comparison.objects.not_deleted().filter(project=project).count() >= MAX_COMPARISONS:
            raise Conflict(
                f"A project can have at most {MAX_COMPARISONS} comparisons. Delete one first."
            )
        sides = {role: side_of(source) for role, source in sources.items() if source}
        comparison = Comparison(project=project, created_by=user, asked_at=Now(), **sides)
        _save_under_its_name(comparison, name)
        _record("created", comparison, user)
    comparison.refresh_from_db()
    return comparison


def side_of(source: Source) -> Side:
    """Return the row that represents a campaign or a set in comparisons; each has one."""
    named = {"campaign": source} if isinstance(source, Campaign) else {"set": source}
    return Side.objects.get_or_create(**named)[0]


def delete_comparison(*, comparison: Comparison, user: User) -> None:
    """Delete a comparison. It can be restored for a day; after that the next deletion in the
    project removes it permanently. Idempotent."""
    with transaction.atomic():
        comparisons = Comparison.objects.filter(project=comparison.project_id)
        comparisons.filter(deleted_at__lt=Now() - FORGOTTEN_AFTER).delete()
        if comparisons.not_deleted().filter(pk=comparison.pk).update(deleted_at=Now()):
            _record("deleted", comparison, user)


def restore_comparison(*, comparison: Comparison, user: User) -> Comparison:
    with transaction.atomic():
        comparison = _locked(Comparison.objects.all(), comparison)
        if comparison.deleted_at is not None:
            comparison.deleted_at = None
            _save_under_its_name(comparison, comparison.name)
            _record("restored", comparison, user)
    return comparison


def ask_for_comparison(*, comparison: Comparison, user: User) -> None:
    """Request that a comparison is recomputed at the next sweep, whether or not its sides have
    changed."""
    with transaction.atomic():
        comparison = _locked(Comparison.objects.not_deleted(), comparison)
        comparison.asked_at = Now()
        comparison.save(update_fields=["asked_at"])
        _record("asked", comparison, user)


def _require_fit(project: Project, role: str, source: Source) -> None:
    if source.dataset.project_id != project.pk:
        raise Invalid("Choose a campaign or a set of this project.", field=role)
    if source.scheme not in READERS:
        title = SCHEMES[source.scheme].title
        raise Invalid(f"Answers of “{source}” ({title}) cannot be compared.", field=role)
    if isinstance(source, Campaign) and source.status == Campaign.Status.DRAFT:
        raise Invalid(f"“{source}” is a draft: launch it first.", field=role)


def _require_one_scheme(crowd: Source, gold: Source) -> None:
    scheme = SCHEMES[crowd.scheme]
    if gold.scheme != scheme.name:
        raise Invalid(
            f"“{crowd}” uses {scheme.title}, but “{gold}” uses {SCHEMES[gold.scheme].title}. "
            "Choose two with the same scheme.",
            field="gold",
        )
    if trouble := COMPARABLE[scheme.name].incomparable(crowd.settings, gold.settings):
        raise Invalid(trouble, field="gold")


def _require_trees(crowd: Source, sources: Sources) -> None:
    for role in ("crowd_trees", "gold_trees"):
        trees = sources[role]
        if trees is None:
            continue
        if trees.scheme != "nested":
            raise Invalid(f"“{trees}” contains no trees. Choose a nested one.", field=role)
        if crowd.scheme != "flat":
            raise Invalid(
                "Trees can only be used with flat segmentations. Choose none.", field=role
            )


def _require_difference(sources: Sources) -> None:
    for part in ("", "_trees"):
        crowd, gold = sources[f"crowd{part}"], sources[f"gold{part}"]
        if crowd is not None and crowd == gold:
            raise Invalid(
                f"“{gold}” is already the crowd. Choose another one as gold.", field=f"gold{part}"
            )


def _require_shared_items(sources: Sources) -> None:
    """Refuse sides that share no item: a crowd needs gold for the same items, and entailment needs
    trees of the same texts."""
    given = [source for source in sources.values() if source is not None]
    shared = count_shared(given, most=MAX_ITEMS_CHECKED)
    crowd = sources["crowd"]
    for role, source in sources.items():
        if crowd is None or source is None or role == "crowd":
            continue
        if shared[key_of(crowd)].get(key_of(source)) == 0:
            raise Invalid(
                f"“{crowd}” and “{source}” share no items. Choose two on the same dataset, or on "
                "datasets that have items with the same words.",
                field=role,
            )


def _save_under_its_name(comparison: Comparison, name: str) -> None:
    comparison.name = name.strip()
    if not 0 < len(comparison.name) <= MAX_NAME_LENGTH:
        raise Invalid(
            f"Give the comparison a name of 1 to {MAX_NAME_LENGTH} characters.", field="name"
        )
    taken = f"This project already has a comparison named {comparison.name}. Choose another name."
    with unless_taken("one_comparison_of_a_name_per_project", Conflict(taken, field="name")):
        comparison.save()


def _locked(comparisons: QuerySet[Comparison], comparison: Comparison) -> Comparison:
    found = comparisons.select_for_update().filter(pk=comparison.pk).first()
    if found is None:
        raise NotFound("This comparison no longer exists.")
    return found


def _record(what: str, comparison: Comparison, user: User) -> None:
    record_event(
        f"comparison.{what}",
        project=comparison.project_id,
        user=user,
        object_id=comparison.pk,
        name=comparison.name,
    )
