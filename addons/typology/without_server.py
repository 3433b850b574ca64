"""The commands that `midpath` runs without a server."""

COMMANDS = {"typology": "whether a language has prepositions or postpositions"}
