#!/usr/bin/env python3
"""Writes registers of people and companies whose truth is known, with the repetition of real registers.

    bench/registers.py FOLDER [PEOPLE [SEED]]

Names have the frequencies of the lists in crates/records/data, so that namesakes are as common as they are. A third of
the people live in households that share the family name, the address, often the phone and sometimes a mailbox. Of the
companies, one in ten has the name of another one in another town. Each row has the errors of typed data: missing
values, typos, short and swapped names, old addresses, other legal forms. FOLDER gets people.csv and companies.csv,
and a truth file for each.
"""

import csv
import pathlib
import random
import sys

DATA = pathlib.Path(__file__).parent.parent / "crates/records/data"
TOWNS = [("Springfield", "IL"), ("Dayton", "OH"), ("Fresno", "CA"), ("Austin", "TX"), ("Reno", "NV"), ("Salem", "OR"),
         ("Albany", "NY"), ("Tampa", "FL"), ("Boise", "ID"), ("Denver", "CO"), ("Macon", "GA"), ("Tulsa", "OK"),
         ("Provo", "UT"), ("Erie", "PA"), ("Akron", "OH"), ("Mobile", "AL"), ("Laredo", "TX"), ("Eugene", "OR"),
         ("Duluth", "MN"), ("Topeka", "KS")]
STREETS = ["Elm", "Oak", "Maple", "Cedar", "Pine", "Lake", "Hill", "Park", "Mill", "River", "Church", "Spring", "Walnut",
           "Ridge", "Sunset", "Franklin", "Chestnut", "Meadow", "Forest", "Highland", "Adams", "Jackson", "Bridge"]
STREET_KINDS = [("Street", "St"), ("Avenue", "Ave"), ("Road", "Rd"), ("Lane", "Ln"), ("Drive", "Dr")]
NICKNAMES = {"robert": "bob", "william": "bill", "elizabeth": "liz", "michael": "mike", "james": "jim",
             "jennifer": "jen", "christopher": "chris", "joseph": "joe", "thomas": "tom", "patricia": "pat",
             "richard": "rick", "katherine": "kate", "daniel": "dan", "matthew": "matt", "anthony": "tony"}
TRADES = ["Plumbing", "Roofing", "Logistics", "Dental", "Bakery", "Consulting", "Electric", "Landscaping", "Insurance",
          "Printing", "Software", "Motors", "Furniture", "Textiles", "Foods", "Construction", "Pharmacy", "Optics"]
FORMS = ["Inc", "LLC", "Corp", "Co", "Ltd", ""]
ABBREVIATED = {"Consulting": "Cnslt", "Electric": "Elec", "Construction": "Constr", "Insurance": "Ins"}


def names(file):
    lines = (line.split() for line in (DATA / file).read_text().splitlines() if not line.startswith("#"))
    counted = [(parts[0], 1 / float(parts[1])) for parts in lines if len(parts) == 2]
    return [name for name, _ in counted], [share for _, share in counted]


def typo(rng, text):
    if len(text) < 4:
        return text
    at = rng.randrange(1, len(text) - 1)
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at] + text[at + 1] + text[at] + text[at + 2:]
    if kind == 1:
        return text[:at] + text[at + 1:]
    return text[:at] + rng.choice("aeioulnrst") + text[at + 1:]


def address(rng):
    street, kind = rng.choice(STREETS), rng.choice(STREET_KINDS)
    town = min(int(rng.paretovariate(0.9)) - 1, len(TOWNS) - 1)
    return {"number": rng.randrange(1, 900), "street": street, "kind": kind, "city": TOWNS[town][0],
            "region": TOWNS[town][1], "postcode": f"{10000 + town * 37 + rng.randrange(12)}"}


def written_street(rng, place):
    return f"{place['number']} {place['street']} {rng.choice(place['kind'])}"


def phone(rng):
    return f"+1{rng.randrange(201, 989)}{rng.randrange(2000000, 9999999)}"


def person(rng, given, family, home):
    birth = f"{rng.randrange(1940, 2004)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
    mailbox = f"{given}.{family}{rng.choice(['', rng.randrange(1, 99)])}@{rng.choice(['mail', 'post', 'inbox'])}.example"
    return {"given": given, "family": family, "birth": birth, "home": home, "email": mailbox, "phone": phone(rng)}


def make_people(rng, count):
    given, family = names("given_names.txt"), names("family_names.txt")
    pick = lambda listed: rng.choices(*listed)[0]
    people = []
    while len(people) < count:
        if rng.random() < 0.15:
            home, name, shared = address(rng), pick(family), phone(rng)
            mailbox = f"{name}{rng.randrange(10, 99)}@mail.example" if rng.random() < 0.3 else None
            for _ in range(rng.randrange(2, 5)):
                member = person(rng, pick(given), name, home)
                member["phone"] = shared if rng.random() < 0.6 else member["phone"]
                member["email"] = mailbox or member["email"]
                people.append(member)
        else:
            people.append(person(rng, pick(given), pick(family), address(rng)))
    return people[:count]


def person_row(rng, one):
    given, family, home, birth = one["given"], one["family"], one["home"], one["birth"]
    luck = rng.random()
    if luck < 0.05:
        given = NICKNAMES.get(given, given)
    elif luck < 0.09:
        given = given[0]
    elif luck < 0.14:
        given = typo(rng, given)
    elif luck < 0.21:
        family = typo(rng, family)
    elif luck < 0.23:
        given, family = family, given
    if rng.random() < 0.1:
        home = address(rng)
    if rng.random() < 0.05:
        birth = birth[:4] + "-01-01"
    row = {"first_name": given.title(), "last_name": family.title(), "birth_date": birth,
           "street": written_street(rng, home), "city": home["city"], "postcode": home["postcode"],
           "email": one["email"], "phone": one["phone"]}
    for field, missing in [("birth_date", 0.35), ("street", 0.3), ("city", 0.15), ("postcode", 0.3), ("email", 0.5),
                           ("phone", 0.5)]:
        if rng.random() < missing:
            row[field] = ""
    return row


def make_companies(rng, count):
    family = names("family_names.txt")
    companies = []
    while len(companies) < count:
        home, name = address(rng), None
        if companies and rng.random() < 0.1:
            namesake = rng.choice(companies)
            name = namesake["name"] if namesake["home"]["city"] != home["city"] else None
        if name is None:
            name = f"{rng.choices(*family)[0].title()} {rng.choice(TRADES)}"
            if rng.random() < 0.2:
                name = f"{name.split()[0]} & {rng.choices(*family)[0].title()} {name.split()[1]}"
        number = len(companies)
        label = "".join(letter for letter in name.lower() if letter.isalnum())
        companies.append({"name": name, "form": rng.choice(FORMS), "home": home, "phone": phone(rng),
                          "domain": f"{label}{number}.example", "ein": f"{10 + number % 80:02}-{1000000 + number:07}"})
    return companies


def company_row(rng, one):
    name, home = one["name"], one["home"]
    if rng.random() < 0.12:
        name = typo(rng, name)
    for word, short in ABBREVIATED.items():
        if rng.random() < 0.2:
            name = name.replace(word, short)
    if rng.random() < 0.6 and one["form"]:
        name = f"{name} {one['form']}"
    row = {"name": name, "street": written_street(rng, home), "city": home["city"], "region": home["region"],
           "postcode": home["postcode"], "country": "US", "phone": one["phone"], "domain": one["domain"],
           "ein": one["ein"]}
    for field, missing in [("street", 0.25), ("city", 0.1), ("postcode", 0.3), ("phone", 0.4), ("domain", 0.6),
                           ("ein", 0.75)]:
        if rng.random() < missing:
            row[field] = ""
    return row


def write(folder, kind, rng, subjects, row):
    rows = [(number, row(rng, one)) for number, one in enumerate(subjects) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
    rng.shuffle(rows)
    with open(folder / f"{kind}.csv", "w", newline="") as file, open(folder / f"{kind}.truth.csv", "w") as truth:
        out = csv.DictWriter(file, ["id", *rows[0][1]])
        out.writeheader()
        truth.write("id,truth\n")
        for at, (number, values) in enumerate(rows):
            out.writerow({"id": at, **values})
            truth.write(f"{at},{number}\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    count, seed = int((sys.argv[2:] or ["4000"])[0]), int((sys.argv[3:] or ["1"])[0])
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    write(folder, "people", rng, make_people(rng, count), person_row)
    write(folder, "companies", rng, make_companies(rng, count // 2), company_row)


main()
