"""`manage.py typology`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.typology import command


class Command(ProgramCommand):
    program = command
