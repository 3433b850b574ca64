"""The figures of each kind of file that `midpath score` reads, imported when one is read."""
