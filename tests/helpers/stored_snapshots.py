"""A finished snapshot without the job that makes one, which needs committed rows."""

import hashlib
import zlib

from annotation.models import Campaign, Snapshot, SnapshotFile, SnapshotPart

COUNTS = {"items": 3, "workers": 2, "judgments": 4, "counting": 4, "withdrawn": 0}


def stored_snapshot(campaign: Campaign, **files: bytes) -> Snapshot:
    """Store a snapshot of the campaign with these files, each by its name before the dot."""
    snapshot = Snapshot.objects.create(
        dataset=campaign.dataset,
        campaign=campaign,
        status=Snapshot.Status.READY,
        run=1,
        results={
            "counts": COUNTS,
            "version": 2,
            "excluded": [],
            "figures": {},
            "settled": {"mode": 2},
            "made_at": "2026-11-23T10:00:00+00:00",
            "campaign": {"name": campaign.name, "scheme": campaign.scheme},
        },
    )
    for name, body in files.items():
        file = SnapshotFile.objects.create(
            snapshot=snapshot,
            run=1,
            name=name,
            content_type="application/json",
            size=len(body),
            digest=hashlib.sha256(body).hexdigest(),
            checksum=zlib.crc32(body),
        )
        SnapshotPart.objects.create(file=file, number=0, body=body)
    return snapshot
