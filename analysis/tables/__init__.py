"""Figures as a terminal shows them."""
