"""Readers of the database for kernels, reports and exports."""
