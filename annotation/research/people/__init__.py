"""A campaign's workers: who may join, their ids, exclusion and inclusion."""
