"""The tables and figures of six papers, recomputed next to the printed values.

`catalogue` has one module per paper: each table and figure with its printed cells and what is
computed. `computing` has the computations, `running` runs and caches them, and `printing` writes
them for a terminal, as Markdown, LaTeX and JSON, and draws the figures.
"""
