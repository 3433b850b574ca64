"""The terms of a campaign. Each is declared once: its default, its bounds and its texts. Columns,
forms, API fields and copies are derived from the declarations."""
