"""`manage.py boundaries`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.boundaries import command


class Command(ProgramCommand):
    program = command
