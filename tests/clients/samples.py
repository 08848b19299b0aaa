"""Writes the code samples of a document into a folder, one file each: usage: samples.py DOCUMENT LANGUAGE FOLDER."""

import re
import sys
from pathlib import Path

EXTENSIONS = {"python": "py", "ts": "mts", "js": "mjs", "sh": "sh", "json": "json", "toml": "toml"}


def main(document: str, language: str, folder: str) -> None:
    samples = re.findall(rf"^```{language}\n(.*?)^```$", Path(document).read_text(), re.MULTILINE | re.DOTALL)
    if not samples:
        sys.exit(f"{document} has no sample in {language}")
    # The folder of the document tells READMEs apart.
    name = re.sub(r"\W", "_", f"{Path(document).resolve().parent.name}_{Path(document).stem}").lower()
    for number, sample in enumerate(samples, 1):
        Path(folder, f"{name}_{number}.{EXTENSIONS[language]}").write_text(sample)


main(*sys.argv[1:])
