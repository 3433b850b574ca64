"""`manage.py null`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.null import command


class Command(ProgramCommand):
    program = command
