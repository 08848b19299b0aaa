"""Runs the shell samples of the guides in docs/ against a demo, and reads their settings and JSON.

usage: guides.py BINARY URL KEY FOLDER

The samples of a guide are one script, so that later ones use what earlier ones made. The word after the language says what
is expected: `sh` runs and succeeds, `sh error` is refused by the server, `sh skip` needs what a test does not have (root, a
container engine, an id of the reader's own).
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
ADDRESS = "http://127.0.0.1:8080"
SECONDS_MAX = 120
# A guide that shows what cannot run here. Elsewhere a skipped sample is an exception with a reason in the text around it.
SKIPPED_MAX = {"install": 12, "first-call": 1, "privacy": 1, "mail": 1, "sdks": 1, "scaling": 2, "automation": 2, "cli": 1, "mcp": 1}
# curl that fails where the server refuses; and commands on a data folder do not see the key of the client.
PREAMBLE = """set -euo pipefail
curl() { command curl --fail-with-body --silent --show-error "$@"; }
brimful() {
    case "$*" in *--data*) env -u BRIMFUL_URL -u BRIMFUL_KEY brimful "$@" ;; *) command brimful "$@" ;; esac
}
"""
FENCE = re.compile(r"^ *```(\w*) ?(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# A line that names the file whose content follows.
NAMED = re.compile(r"`([\w-]+\.toml)`:\s*$")

failures: list[str] = []


def script_of(samples: list[tuple[str, str]]) -> str:
    """One script of all samples; one that must be refused ends it if it is not."""
    parts = [PREAMBLE]
    for expected, text in samples:
        if expected == "error":
            # Within `if`, `set -e` does not end the script.
            parts.append(f'if {{\n{text}\n}}; then echo "this should have been refused" >&2; exit 1; fi')
        else:
            parts.append(text)
    return "\n".join(parts) + "\n"


def run(name: str, samples: list[tuple[str, str]], url: str, environment: dict[str, str], folder: Path) -> None:
    folder.mkdir(parents=True)
    text = script_of(samples).replace(ADDRESS, url).replace("localhost:8080", url)
    try:
        done = subprocess.run(
            ["bash", "-c", text], cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX
        )
    except subprocess.TimeoutExpired:
        failures.append(f"{name}.md: its samples take longer than {SECONDS_MAX} s")
        return
    if done.returncode != 0:
        failures.append(f"{name}.md: exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def read_settings(name: str, blocks: list[tuple[str, str]], binary: str, environment: dict[str, str], folder: Path) -> None:
    """Settings are shown by `brimful config show`, which refuses what it does not know."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = ""
    for before, text in blocks:
        tomllib.loads(text)
        if named := NAMED.search(before):
            folder.joinpath(named[1]).write_text(text)
        elif "[[" in text or "[waterfall" in text:
            settings += text + "\n"
    if not settings:
        return
    folder.joinpath("brimful.toml").write_text(settings)
    keys = dict.fromkeys(re.findall(r'key_env = "(\w+)"', settings), "secret")
    shown = subprocess.run(
        [binary, "config", "show"], cwd=folder, env=environment | keys, capture_output=True, text=True, timeout=SECONDS_MAX
    )
    if shown.returncode != 0:
        failures.append(f"{name}.md: its settings are refused: {shown.stdout} {shown.stderr}")


def main(binary: str, url: str, key: str, folder: str) -> None:
    work = Path(folder)
    tools = work / "bin"
    tools.mkdir(parents=True)
    tools.joinpath("brimful").symlink_to(Path(binary).resolve())
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BRIMFUL_")}
    environment |= {"PATH": f"{tools}:{environment['PATH']}"}
    client = {"BRIMFUL_URL": url, "BRIMFUL_KEY": key, "KEY": key}
    count = 0
    for document in sorted(DOCS.glob("*.md")):
        text, name = document.read_text(), document.stem
        samples, settings, skipped = [], [], 0
        for block in FENCE.finditer(text):
            language, expected, content = block.groups()
            match language:
                case "sh" if expected == "skip":
                    skipped += 1
                case "sh":
                    samples.append((expected, content))
                case "toml":
                    settings.append((text[: block.start()], content))
                case "json":
                    json.loads(content)
        if skipped > SKIPPED_MAX.get(name, 0):
            failures.append(f"{name}.md skips {skipped} samples")
        count += len(samples)
        if samples:
            run(name, samples, url, environment | client, work / name)
        read_settings(name, settings, binary, environment, work / f"{name}-settings")
    if failures:
        sys.exit("\n".join(failures))
    print(f"guides: {count} shell samples ran")


main(*sys.argv[1:])
