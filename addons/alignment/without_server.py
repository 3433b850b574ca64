"""The commands that `midpath` runs without a server."""

COMMANDS = {
    "align": "group sections of documents by topic",
    "draw_pairs": "sample pairs of sections, equally from each quarter of similarity",
}
