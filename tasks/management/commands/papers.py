"""`manage.py papers`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.papers import command


class Command(ProgramCommand):
    program = command
