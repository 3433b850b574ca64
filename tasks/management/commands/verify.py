"""`manage.py verify`: the command of the program `midpath`."""

from annotation.management.base import ProgramCommand
from midpath.commands.verify import command


class Command(ProgramCommand):
    program = command
