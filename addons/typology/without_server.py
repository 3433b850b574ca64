"""The commands that `midpath` runs without a server."""

COMMANDS = {"typology": "decide whether a language has prepositions or postpositions"}
