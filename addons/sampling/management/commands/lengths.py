"""`manage.py lengths`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.lengths import command


class Command(ProgramCommand):
    program = command
