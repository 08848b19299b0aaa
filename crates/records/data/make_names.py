#!/usr/bin/env python3
"""Makes given_names.txt and family_names.txt again from the lists of two packages.

    pip install anyascii==0.3.3 faker==40.54.0
    pip download names==0.3.0 --no-deps && tar xzf names-*.tar.gz
    python3 make_names.py names-0.3.0/names

A line is a folded name and, where a census counted it, one in how many people has it.
"""

import importlib
import pathlib
import re
import sys

from anyascii import anyascii

LOCALES = """cs_CZ da_DK de_AT de_CH de_DE en_GB en_IE en_IN en_NZ en_US es_AR es_CL es_CO es_ES es_MX et_EE fi_FI
fr_BE fr_CA fr_CH fr_FR ga_IE hr_HR hu_HU id_ID is_IS it_IT lt_LT lv_LV nl_BE nl_NL no_NO pl_PL pt_BR pt_PT ro_RO
sk_SK sl_SI sv_SE tr_TR""".split()
FAMILIES = 6_000


def folded(name):
    return re.sub("[^a-z]", "", anyascii(name).lower())


def counted(path, half):
    """Shares of people by name; given names are listed for each half of the people."""
    for line in path.read_text().splitlines():
        name, percent = line.split()[:2]
        yield folded(name), float(percent) / 100 * (0.5 if half else 1)


def write(path, shares, unknown):
    lines = [f"{name} {round(1 / share)}" for name, share in shares.items() if share > 0]
    lines += [name for name in unknown if name not in shares]
    pathlib.Path(path).write_text("\n".join(sorted(lines)) + "\n")


def main():
    lists = pathlib.Path(sys.argv[1])
    given = {}
    for sex in ["male", "female"]:
        for name, share in counted(lists / f"dist.{sex}.first", half=True):
            given[name] = given.get(name, 0) + share
    others = set()
    for locale in LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for field in vars(provider):
            if re.match("first_names", field):
                for name in vars(provider)[field] if not isinstance(vars(provider)[field], property) else ():
                    others.update(part for part in map(folded, re.split("[ -]", name)) if len(part) > 2)
    write("given_names.txt", given, others)
    family = dict(list(counted(lists / "dist.all.last", half=False))[:FAMILIES])
    write("family_names.txt", family, [])


main()
