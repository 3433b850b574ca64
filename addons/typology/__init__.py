"""Function words of a language, and whether it has prepositions or postpositions."""
