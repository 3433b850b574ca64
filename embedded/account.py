"""The account that the servers run as. PostgreSQL refuses root, so root needs another account."""

import hashlib
import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from embedded.errors import Trouble

CANDIDATES = ("postgres", "nobody")
SYSTEM_HOME = Path("/var/lib/midpath")


@dataclass(frozen=True)
class Account:
    name: str
    uid: int
    gid: int

    @classmethod
    def of(cls, entry: pwd.struct_passwd) -> "Account":
        return cls(entry.pw_name, entry.pw_uid, entry.pw_gid)

    def can_enter(self, directory: Path) -> bool:
        return all(self._may_pass(folder) for folder in [directory, *directory.parents])

    def _may_pass(self, folder: Path) -> bool:
        state = folder.stat()
        if state.st_uid == self.uid:
            return bool(state.st_mode & 0o100)
        if state.st_gid == self.gid:
            return bool(state.st_mode & 0o010)
        return bool(state.st_mode & 0o001)


def choose_account(data: Path) -> Account | None:
    """Return None unless this is root; for root the owner of existing data or an unprivileged
    account."""
    if os.geteuid() != 0:
        return None
    if data.exists() and data.stat().st_uid != 0:
        return _owner(data)
    for name in CANDIDATES:
        try:
            return Account.of(pwd.getpwnam(name))
        except KeyError:
            continue
    raise Trouble(
        "PostgreSQL does not run as root, and this machine has no account named "
        f"{' or '.join(CANDIDATES)}. Create one (useradd --system postgres), or run as another "
        "user."
    )


def _owner(path: Path) -> Account:
    state = path.stat()
    try:
        return Account.of(pwd.getpwuid(state.st_uid))
    except KeyError:
        return Account(str(state.st_uid), state.st_uid, state.st_gid)


def own(path: Path, account: Account | None) -> None:
    if account:
        os.chown(path, account.uid, account.gid)


def home_for(directory: Path) -> Path:
    """Return the folder for the servers' files: the directory, or /var/lib if only root can enter
    it."""
    account = choose_account(directory / "postgres")
    if account is None or account.can_enter(directory):
        return directory
    mark = hashlib.sha256(os.fsencode(directory)).hexdigest()[:8]
    home = SYSTEM_HOME / f"{directory.parent.name}-{mark}"
    home.mkdir(parents=True, exist_ok=True)
    for folder in (SYSTEM_HOME, home):
        folder.chmod(0o755)
    return home
