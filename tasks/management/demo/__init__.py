"""The demo's study: its texts, documents, questions and campaigns."""
