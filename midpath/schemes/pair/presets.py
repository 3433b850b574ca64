"""Presets: a question that fits any texts, and the questions of the two papers on privacy
policies."""

from midpath.json_types import JsonObject

# COLING 2014 §2.2: "Several key privacy issues are provided as examples".
ISSUES = [
    "collection of personal information",
    "sharing of information with third parties",
    "cookies and other tracking techniques",
    "data security",
    "children policies",
    "contact of the websites",
]

TOPIC: JsonObject = {
    "preset": "topic",
    "question": "Are the two texts about the same topic?",
    "answers": [
        {"label": "Yes, the same topic", "key": "y", "yes": True},
        {"label": "No, different topics", "key": "n", "yes": False},
    ],
    "keywords": None,
    "help": [],
    "help_at": None,
}

# COLING 2014 §2.2: yes or no, after 1–3 keywords from each text.
BINARY: JsonObject = {
    "preset": "binary",
    "question": "Do the two texts discuss the same privacy issue?",
    "answers": [
        {"label": "Yes, the same issue", "key": "y", "yes": True},
        {"label": "No, different issues", "key": "n", "yes": False},
    ],
    "keywords": [1, 3],
    "help": ISSUES,
    "help_at": None,
}

# ACL 2014 §4.2: "The first two options were considered a 'yes'". The second one has the examples.
THREE_WAY: JsonObject = {
    "preset": "three-way",
    "question": "Would you say that the two texts broadly discuss the same topic?",
    "answers": [
        {"label": "Yes, both essentially convey the same message", "key": "1", "yes": True},
        {"label": "Not the same message, but broadly the same topic", "key": "2", "yes": True},
        {"label": "No, they discuss two different topics", "key": "3", "yes": False},
    ],
    "keywords": None,
    "help": ISSUES,
    "help_at": 1,
}

CUSTOM: JsonObject = {
    "preset": "custom",
    "question": "",
    "answers": [
        {"label": "Yes", "key": "y", "yes": True},
        {"label": "No", "key": "n", "yes": False},
    ],
    "keywords": None,
    "help": [],
    "help_at": None,
}

PRESETS = {preset["preset"]: preset for preset in (TOPIC, BINARY, THREE_WAY, CUSTOM)}
USUAL = TOPIC["preset"]
TITLES = {
    "topic": "Same topic: yes or no",
    "binary": "P14 §2.2 yes or no, with keywords",
    "three-way": "H14 §4.2 three answers",
    "custom": "A question of your own",
}
