from annotation.models import Campaign, Project, User

WHO = ("researcher", "institution", "contact")


def who_asks(project: Project, user: User) -> dict[str, str]:
    """Return the researcher's name and contact from the latest campaign or the account."""
    named = Campaign.objects.filter(dataset__project=project).exclude(researcher="")
    last = named.order_by("-pk").values(*WHO).first()
    if last is not None:
        return {name: str(value) for name, value in last.items()}
    return {"researcher": user.get_full_name(), "contact": user.email}
