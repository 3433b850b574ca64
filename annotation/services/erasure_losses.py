"""The effect of a worker's erasure on every text or JSON column of every table. A column without a
decision fails a test."""

from collections.abc import Mapping

NOT_OF_WORKERS = "researchers' own, or of texts"
COUNTS = "counts, sums and places, without words or ids"
CHOICES = "one of a fixed list, or a number"
# `people/erasure.py` does what is `erased` or `replaced`; any other text says why nothing is done.
LOSSES: Mapping[str, Mapping[str, str]] = {
    "annotation_worker": {
        "source": CHOICES,
        "external_id": "replaced by a pseudonym",
        "folded": "replaced by a pseudonym",
        "looks": "replaced by a pseudonym",
        "return_code": "replaced by another that is not shown",
        "pay_to": "erased",
    },
    "annotation_enrolment": {"exclusion_reason": "replaced"},
    "annotation_assignment": {"status": CHOICES},
    "annotation_judgment": {
        "submission_id": "made by the browser at random",
        "payload": "replaced by its fields that are choices; own words are emptied",
        "vector": "numbers of choices; own words are emptied once they are out of the figures",
        "review": CHOICES,
    },
    "annotation_skip": {"reason": CHOICES, "words": "erased"},
    "annotation_decision": {
        "submission_id": "made by the browser at random",
        "how": CHOICES,
        "payload": "a choice, or own words: withdrawn and emptied",
        "vector": "numbers of choices, or own words: withdrawn and emptied",
        "note": "researchers' words about a text",
        "seen": COUNTS,
    },
    "annotation_decisionreason": {"name": NOT_OF_WORKERS, "description": NOT_OF_WORKERS},
    "annotation_quiztry": {"answers": CHOICES},
    "annotation_practicetask": {"vector": CHOICES},
    "annotation_knownanswer": {
        "vector": CHOICES,
        "written": CHOICES,
        "why": NOT_OF_WORKERS,
        "use": CHOICES,
        "source": CHOICES,
    },
    "annotation_platformsession": {"study": "erased", "session": "erased"},
    "annotation_listedid": {"side": CHOICES, "external_id": "erased", "folded": "erased"},
    "annotation_claimedtraits": dict.fromkeys(("external_id", "country", "language"), "erased"),
    "annotation_prolificplace": {"submission": "replaced"},
    "annotation_message": {"sender": CHOICES, "text": "erased", "key": "erased"},
    "annotation_loginattempt": dict.fromkeys(("account", "address", "device"), "erased"),
    "annotation_jointrace": dict.fromkeys(("address", "browser"), "erased"),
    "annotation_arrival": {"origin": "a keyed digest of an address, not of a person, for an hour"},
    "annotation_erasedid": {"digest": "a keyed digest, from which no id can be read"},
    "annotation_deadletter": {
        "task": CHOICES,
        "args": "numbers of rows, and kinds of jobs",
        "error": "the name of a class",
        "message": "erased for all workers at once",
        "traceback": "lines of Midpath's code, without values",
        "request_id": "made at random",
    },
    "annotation_auditevent": {
        "verb": CHOICES,
        "details": "replaced by what is a number or says nothing of a person",
    },
    "annotation_ledgerentry": {"kind": CHOICES, "reason": "replaced"},
    "annotation_paymentline": {"status": CHOICES, "note": "erased"},
    "annotation_paymentbatch": {"source": CHOICES},
    "annotation_reviewact": {
        "review": CHOICES,
        "reason": "researchers' words about many judgments at once",
        "filters": COUNTS,
        "status": CHOICES,
    },
    "annotation_rejection": {"reason": "replaced"},
    "annotation_reviewchunk": {"judgments": COUNTS, "before": CHOICES},
    "annotation_item": {
        "text": NOT_OF_WORKERS,
        "content": "their questions are replaced",
        "opening": "made of the text",
        "stratum": NOT_OF_WORKERS,
    },
    "annotation_agreementstate": {
        "state": "what left the figures is subtracted by the next fold",
        "figures": "recomputed by the next fold",
    },
    "annotation_figurepoint": {"figures": COUNTS, "intervals": COUNTS},
    "annotation_itemsummary": {"summary": "recomputed by the next fold"},
    "annotation_campaignreport": {
        "kind": CHOICES,
        "basis": COUNTS,
        "results": "recomputed from the figures of the next fold",
    },
    "annotation_workersignals": {
        "state": CHOICES,
        **dict.fromkeys(("ranks", "twin_pairs", "followed"), COUNTS),
    },
    "annotation_entailmentstate": {"state": COUNTS, "figures": COUNTS},
    "annotation_itementailment": {"summary": COUNTS},
    "annotation_snapshot": {
        "status": CHOICES,
        "problem": NOT_OF_WORKERS,
        "results": COUNTS,
        "note": NOT_OF_WORKERS,
        "wanted": CHOICES,
        "filter": "a worker's number at most, as every figure has it",
    },
    "annotation_snapshotfile": dict.fromkeys(
        ("name", "content_type", "digest"), "of a file, not of a person"
    ),
    "annotation_snapshotpart": {"body": "deleted if it contains free text"},
    "annotation_publication": dict.fromkeys(("code", "authors", "licence"), NOT_OF_WORKERS),
    "annotation_signingkey": dict.fromkeys(("public", "sealed"), "of this installation"),
}
