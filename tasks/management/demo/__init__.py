"""The demo's study: texts, documents, questions and what is asked of them."""
