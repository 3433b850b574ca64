"""Steps onward from answers: documents of a collection, evidence for questions."""
