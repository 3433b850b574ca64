"""Papers' results for people: tables for a terminal, Markdown, LaTeX, JSON and SVG."""
