"""The commands that `midpath` runs without a server."""

COMMANDS = {
    "align": "groups of document sections by issue",
    "draw_pairs": "pairs of sections, equally many from each quarter of similarity",
}
