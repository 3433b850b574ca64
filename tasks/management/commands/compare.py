"""`manage.py compare`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.compare import command


class Command(ProgramCommand):
    program = command
