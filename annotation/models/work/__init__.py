"""The models of the work: HITs, assignments, judgments and decisions."""
