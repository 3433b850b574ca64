"""`manage.py score`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.score import command


class Command(ProgramCommand):
    program = command
