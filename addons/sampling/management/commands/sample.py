"""`manage.py sample`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.sample import command


class Command(ProgramCommand):
    program = command
