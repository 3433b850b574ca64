"""Machines beside a crowd: a set of annotations held by the lens that workers are held by."""
