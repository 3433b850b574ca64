"""The commands of the program `midpath`, one module each."""
