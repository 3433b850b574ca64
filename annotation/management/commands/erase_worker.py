"""`manage.py erase_worker`: erase a worker on their request."""

from typing import TypedDict, Unpack

from django.core.management.base import CommandError, CommandParser

from annotation.management.base import MidpathCommand
from annotation.models import Project, Worker
from annotation.services.people.erasure import erase_worker


class Flags(TypedDict):
    """The flags that are read here."""

    project: int
    worker: int
    yes: bool


class Command(MidpathCommand):
    help = (
        "Erase a worker of a project at their request: their name or id, where they came from, and "
        "all free text, permanently. Their other answers stay in the figures, anonymously. Without "
        "--yes, the command only shows what it would do."
    )
    examples = """
  manage.py erase_worker 3 17           # what would be erased of worker 17 of project 3
  manage.py erase_worker 3 17 --yes
"""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", type=int, metavar="PROJECT", help="the project's number")
        parser.add_argument("worker", type=int, metavar="WORKER", help="the worker's number in it")
        parser.add_argument("--yes", action="store_true", help="do it; it cannot be undone")

    def handle(self, **options: Unpack[Flags]) -> None:
        project = Project.objects.filter(pk=options["project"]).first()
        if project is None:
            raise CommandError("There is no project with this number.")
        worker = Worker.objects.filter(project=project, number=options["worker"]).first()
        if worker is None:
            raise CommandError(f"{project} has no worker with this number.")
        about = f"worker {worker.number} of {project}, in {worker.enrolments.count()} campaigns"
        if not options["yes"]:
            self.stdout.write(f"This would erase {about}, for good. Add --yes to do it.")
            return
        done = erase_worker(worker=worker)
        if done.again:
            self.stdout.write(f"Erased before: {about}.")
            return
        self.stdout.write(f"Erased: {about}. Judgments out of the figures: {done.judgments}.")
