"""The terms of a campaign. Each is declared once: its default, its bounds and its texts. Columns,
forms, API fields and copies follow from the declarations."""
