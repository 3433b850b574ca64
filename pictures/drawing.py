"""Create the study, serve it, and take its screenshots."""

import time
from pathlib import Path

from django.core.management import call_command
from playwright.sync_api import sync_playwright

from bench.site.server import serve
from pictures.shots import Album
from pictures.study import make_study

BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))


def draw(folder: Path) -> int:
    """Take all screenshots, report those that failed, and return 1 if any did."""
    begun = time.monotonic()
    call_command("migrate", verbosity=0)
    study = make_study()
    print(f"The study is there after {time.monotonic() - begun:.0f} s.")
    path = next((str(file) for file in BROWSERS if file.exists()), None)
    with serve("config.settings") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        album = Album(folder, browser, f"http://127.0.0.1:{server.port}", study)
        album.draw()
        browser.close()
    took, kilobytes = time.monotonic() - begun, sum(album.sizes.values()) / 1000
    print(f"{len(album.sizes)} pictures in {took:.0f} s, {kilobytes:,.0f} kB, in {folder}.")
    for trouble in album.troubles:
        print(f"Not drawn: {trouble}")
    old = {str(file.relative_to(folder).with_suffix("")) for file in folder.rglob("*.png")}
    old -= set(album.sizes)
    print(f"Not drawn in this run: {', '.join(sorted(old)) or 'none'}.")
    return 1 if album.troubles else 0
