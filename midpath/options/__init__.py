"""The options of jobs. Each option is declared once: its default, its bounds and its texts."""
