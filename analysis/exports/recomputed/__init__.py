"""The content of gold files beside the judgments, computed anew from rows in no database."""
