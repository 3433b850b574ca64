"""What gold files tell beside the judgments, computed anew from rows that are in no database."""
