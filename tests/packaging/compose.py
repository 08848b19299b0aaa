"""Checks compose files: what they mount and build from exists, and the server reads every setting they give it.

usage: compose.py BINARY FILE...
"""

import os
import re
import subprocess
import sys
import tempfile

import yaml


def check(binary: str, path: str) -> None:
    folder = os.path.dirname(os.path.abspath(path))
    with open(path, encoding="utf-8") as file:
        # A variable that has to be set stands in for itself.
        composed = yaml.safe_load(re.sub(r"\$\{(\w+)[^}]*\}", r"\1", file.read()))
    services = composed["services"]
    for name, service in services.items():
        for wanted in service.get("depends_on", []):
            assert wanted in services, f"{path}: {name} depends on {wanted}, which is no service"
        for mount in service.get("volumes", []):
            source = mount.split(":")[0]
            known = os.path.exists(os.path.join(folder, source)) if source.startswith(".") else source in composed["volumes"]
            assert known, f"{path}: {name} mounts {source}, which is not there"
        if build := service.get("build"):
            context = os.path.join(folder, build["context"])
            assert os.path.exists(os.path.join(context, build["dockerfile"])), f"{path}: {name} is built from nothing"
        settings = {key: value for key, value in service.get("environment", {}).items() if key.startswith("BRIMFUL_")}
        if settings:
            with tempfile.TemporaryDirectory() as empty:
                shown = subprocess.run(
                    [binary, "config", "show"], cwd=empty, env={"PATH": os.environ["PATH"], **settings}, text=True, capture_output=True
                )
            assert shown.returncode == 0, f"{path}: {name}: {shown.stderr}"
            for key in settings:
                setting = key.removeprefix("BRIMFUL_").lower().replace("__", ".")
                assert re.search(rf"{re.escape(setting)}\b.*{key}", shown.stdout), f"{path}: {name}: {key} is not read"


if __name__ == "__main__":
    for compose in sys.argv[2:]:
        check(os.path.abspath(sys.argv[1]), compose)
