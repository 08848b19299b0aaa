"""Runs the samples of the reference: every call that finds something in a demo, in curl, Python and JavaScript.

usage: reference.py URL KEY FOLDER

The samples are read from the Markdown twins of the pages, so that what runs is what people copy.
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SECONDS_MAX = 60
# How many samples run at a time.
WORKERS = 4
# Calls of the sandbox's own lists, whose ids are not those of the demo's account.
LISTS = {"run-watch-list", "run-icp"}


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read(), "utf-8")


def pages(url: str) -> list[str]:
    """Paths of the endpoints that have a twin in the sandbox."""
    found = re.findall(r"\((/docs/endpoints/([\w-]+)\.md)\)", read(f"{url}/llms.txt"))
    return [path for path, name in found if name not in LISTS]


def run(job: tuple[str, str, str, Path]) -> str | None:
    """Runs one sample; answers what is wrong."""
    path, language, text, folder = job
    match language:
        case "sh":
            command = ["bash", "-c", text.replace("curl -s", "curl -s --fail-with-body", 1)]
        case "python":
            command = [sys.executable, "-c", text.replace("print(answer.json())", "answer.raise_for_status()")]
        case _:
            script = folder / (re.sub(r"\W", "_", path) + ".mjs")
            script.write_text(text + "\nif (!answer.ok) process.exit(1);\n")
            command = ["node", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX)
    if done.returncode != 0:
        return f"{path} in {language}: {done.stdout[-300:]} {done.stderr[-300:]}"
    return None


def main(url: str, key: str, folder: str) -> None:
    work = Path(folder)
    work.mkdir(parents=True, exist_ok=True)
    os.environ["BRIMFUL_KEY"] = key
    jobs = []
    for path in pages(url):
        text = read(url + path)
        if "- Sandbox: " not in text:
            continue
        samples = [(language, code) for language, code in FENCE.findall(text) if language != "json"]
        assert [language for language, _ in samples] == ["sh", "python", "ts"], path
        jobs += [(path, language, code, work) for language, code in samples]
        for language, code in FENCE.findall(text):
            if language == "json":
                json.loads(code)
    with ThreadPoolExecutor(WORKERS) as pool:
        failures = [failure for failure in pool.map(run, jobs) if failure]
    if failures:
        sys.exit("\n".join(failures))
    print(f"reference: {len(jobs)} samples ran")


main(*sys.argv[1:])
