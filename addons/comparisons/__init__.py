"""Comparisons of a crowd with gold, each a campaign or an annotation set of one project."""
