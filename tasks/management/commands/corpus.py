"""`manage.py corpus`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.corpus import command


class Command(ProgramCommand):
    program = command
