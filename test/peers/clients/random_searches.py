# Random searches of a zeep client: WSDL SEED ADDRESS…, of which the first is the service itself. Each line of stdin asks for one more search.
# Prints for each line JSON of { search, answers }: what each address says, page by page.
import datetime
import itertools
import json
import logging
import random
import sys

import zeep
from zeep.helpers import serialize_object

logging.disable(logging.CRITICAL)

wsdl, seed, *addresses = sys.argv[1:]
draw = random.Random(int(seed))
client = zeep.Client(wsdl)
binding = next(iter(next(iter(client.wsdl.services.values())).ports.values())).binding.name
services = [client.create_service(binding, address) for address in addresses]

COMMON = "urn:common_2019_1.platform.webservices.example.com"
CORE = "urn:core_2019_1.platform.webservices.example.com"
# Record types that have a search of their own, and those that share one with others: what tells them apart.
ALONE = ("Account AccountingBook AccountingContext AccountingPeriod AmortizationSchedule AmortizationTemplate BillingAccount BillingClass "
         "BillingRateCard BillingRevenueEvent BillingSchedule Bin Bom BomRevision BudgetExchangeRate CalendarEvent CampaignResponse").split()
TYPES = {"_assembly": "Item", "_assemblyBuild": "Transaction", "_assemblyUnbuild": "Transaction", "_binTransfer": "Transaction",
         "_binWorksheet": "Transaction", "_blanketPurchaseOrder": "Transaction"}
JOURNAL = {"recordType": {"operator": "is", "searchValue": "advintercompanyjournalentry"}}
KINDS = [(name, {}) for name in ALONE] + [("Transaction", JOURNAL)] + [
    (subject, {"type": {"operator": "anyOf", "searchValue": [word]}}) for word, subject in TYPES.items()]

NUMBERS = ("equalTo notEqualTo greaterThan greaterThanOrEqualTo lessThan lessThanOrEqualTo notGreaterThan notGreaterThanOrEqualTo notLessThan "
           "notLessThanOrEqualTo between notBetween empty notEmpty").split()
OPERATORS = {
    "String": "contains doesNotContain doesNotStartWith empty hasKeywords is isNot notEmpty startsWith".split(),
    "Long": NUMBERS, "Double": NUMBERS, "TextNumber": NUMBERS,
    "Date": "after before notAfter notBefore notOn notOnOrAfter notOnOrBefore notWithin on onOrAfter onOrBefore within empty notEmpty".split(),
    "MultiSelect": ["anyOf", "noneOf"], "EnumMultiSelect": ["anyOf", "noneOf"],
}
NAMED = "today yesterday thisMonth lastMonth thisYear lastYear yearBeforeLast lastFiscalQuarter lastRollingYear".split()
ODD = ['"', "\\", 'a "b" \\c', " AND ", "or", "[a, b]", "(", "", " blank ", "100 %", "a&b=c+d#e", "ÄÖ ß€", "2019-01-01", "true", "\ta\nb", "IS"]
OFFSETS = ["+02:00", "-08:00", "+14:00", "-12:00", "+05:30"]
# In turn, so that a few searches have them all.
zones = itertools.cycle([lambda: draw.choice(OFFSETS), lambda: "", lambda: "Z"])


def kind_of(field):
    """`String` of SearchStringField; None: no criterion of a field of its own."""
    name = field.type.name or ""
    word = name[len("Search"):-len("Field")] if name.startswith("Search") and name.endswith("Field") else None
    return word if word in OPERATORS or word == "Boolean" else None


def fields_of(subject):
    basic = client.get_type(f"{{{COMMON}}}{subject}SearchBasic")
    return {name: kind for name, element in basic.elements if (kind := kind_of(element)) is not None}


def search_types(subject):
    """The search of the subject, and that with columns: each area has those of its records."""
    found = {one.qname.localname: one for one in client.wsdl.types.types if one.qname is not None}
    return found[f"{subject}Search"], found[f"{subject}SearchAdvanced"]


class Values:
    """What the records of a search have in their fields."""

    def __init__(self, records):
        self.by_name, self.texts, self.dates, self.numbers, self.ids, self.externals = {}, ["x"], [], [0, 1], ["1"], ["x"]
        for record in records:
            self.by_name.setdefault("internalIdNumber", []).append(int(record["internalId"]))
            self.read("internalId", record)

    def read(self, name, value):
        """References have the name of their field."""
        if isinstance(value, dict):
            for key, member in value.items():
                self.read(name if key == "internalId" else key, member)
        elif isinstance(value, list):
            for item in value:
                self.read(name, item)
        elif value is not None:
            self.note(name.removesuffix("List"), value)

    def note(self, name, value):
        self.by_name.setdefault(name, []).append(value)
        if isinstance(value, datetime.datetime):
            self.dates.append(value)
        elif isinstance(value, bool):
            pass
        elif isinstance(value, (int, float)):
            self.numbers.append(value)
        elif name == "externalId":
            self.externals.append(value)
        elif isinstance(value, str):
            (self.ids if value.isdigit() else self.texts).append(value)

    def of(self, name, fitting, others):
        same = [value for value in self.by_name.get(name, []) if isinstance(value, fitting) and not isinstance(value, bool)]
        return draw.choice(same or others)


def date(values, name):
    """A day of a record or near it, at any hour, in any zone or none."""
    day = values.of(name, datetime.datetime, values.dates or [datetime.datetime(2019, 1, 15)]) + datetime.timedelta(days=draw.choice([0, 0, 0, -1, 1, 30]))
    hour = draw.choice(["00:00:00", "00:00:00", "00:00:00.000", "01:30:00", "12:00:00", "12:30:15.25", "23:59:59"])
    return f"{day:%Y-%m-%d}T{hour}{next(zones)()}"


def text(values, name):
    whole = str(values.of(name, str, values.texts))
    begin, length = draw.randrange(len(whole) + 1), draw.randrange(1, 8)
    return draw.choice([whole, whole.upper(), whole[:length], whole[begin:begin + length], draw.choice(ODD)])


def number(values, name):
    some = values.of(name, (int, float), values.numbers)
    return draw.choice([some, some, some, some + 1, -some, round(some / 3, 2), 0, 0.1 + 0.2, 1e21, 1e-7])


def reference(values, name):
    if name == "externalId":
        return {draw.choice(["externalId", "internalId"]): values.of("externalId", str, values.externals)}
    ref = {"internalId": draw.choice([values.of(name, str, values.ids), values.of(name, str, values.ids), draw.choice(values.ids), "@NONE@"])}
    return draw.choice([ref, ref, {**ref, "name": "A name"}, {**ref, "type": "account"}])


def word(values, name):
    return draw.choice([values.of(name, str, ["_bank"]), values.of(name, str, ["_income"]), draw.choice(["_bank", "_nothing"])])


def criterion(kind, name, values):
    if kind == "Boolean":
        return {"searchValue": draw.random() < 0.5}
    operator = draw.choice(OPERATORS[kind])
    made = {"operator": operator}
    if operator in ("empty", "notEmpty"):
        return made
    if kind == "Date" and draw.random() < 0.08:
        return {**made, "predefinedSearchValue": draw.choice(NAMED)}
    one = {"String": text, "Long": lambda *v: min(int(number(*v)), 2 ** 53 - 1), "Double": number, "TextNumber": lambda *v: str(number(*v)), "Date": date,
           "MultiSelect": reference, "EnumMultiSelect": word}[kind]
    if operator in ("anyOf", "noneOf"):
        return {**made, "searchValue": [one(values, name) for _ in range(draw.choice([1, 1, 2, 3]))]}
    made["searchValue"] = one(values, name)
    if operator.lower().endswith(("between", "within")):
        made["searchValue2"] = one(values, name)
    return made


def drawn():
    """Preferences, the name of the search's type, and its criteria."""
    subject, fixed = draw.choice(KINDS)
    fields, values = fields_of(subject), values_of(subject, fixed)
    filled = [name for name in fields if name in values.by_name]
    some = [name for name in fields if draw.random() < 0.05]
    dates = [name for name in filled if fields[name] == "Date"] if draw.random() < 0.4 else []
    names = {draw.choice(dates or filled + some), *(draw.choice(filled + some) for _ in range(draw.choice([0, 0, 0, 1, 1, 2])))} - set(fixed)
    criteria = {**fixed, **{name: criterion(fields[name], name, values) for name in sorted(names)}}
    if draw.random() < 0.02:
        criteria[draw.choice(sorted(names) or list(fields))] = {}
    preferences = {"pageSize": draw.choice([5, 6, 10, 20]), "bodyFieldsOnly": draw.random() < 0.8}
    if draw.random() < 0.03:
        preferences = {}
    return preferences, draw.choice(["basic", "search", "search", "advanced"] if draw.random() < 0.2 else ["basic", "search"]), subject, criteria


def record_of(form, subject, criteria):
    basic = client.get_type(f"{{{COMMON}}}{subject}SearchBasic")(**criteria)
    search, advanced = search_types(subject)
    if form == "basic":
        return basic
    return search(basic=basic) if form == "search" else advanced(criteria=search(basic=basic))


def heard(call):
    """What the client makes of it, without what is another one each time."""
    try:
        said = serialize_object(call(), dict)["body"]["searchResult"]
    except zeep.exceptions.Fault as fault:
        children = [] if fault.detail is None else list(fault.detail)
        return {"fault": [child.tag for child in children] or [fault.code], "texts": [leaf.text for child in children for leaf in child]}, None
    return said, said.pop("searchId")


def pages(service, preferences, search):
    head = {"searchPreferences": preferences}
    first, key = heard(lambda: service.search(searchRecord=search, _soapheaders=head))
    said = [first]
    for page in sorted({2, first.get("totalPages") or 0}):
        if 2 <= page <= (first.get("totalPages") or 0):
            said.append(heard(lambda: service.searchMoreWithId(searchId=key, pageIndex=page, _soapheaders=head))[0])
    return said


known = {}


def values_of(subject, fixed):
    key = json.dumps([subject, fixed])
    if key not in known:
        said, _ = heard(lambda: services[0].search(searchRecord=record_of("basic", subject, fixed), _soapheaders={"searchPreferences": {"pageSize": 200}}))
        known[key] = Values(said["recordList"]["record"] if said.get("recordList") else [])
    return known[key]


def add_odd_dates():
    """Records whose dates have an offset, or no zone, or a time near midnight."""
    record = client.get_type("{urn:scheduling_2019_1.activities.webservices.example.com}CalendarEvent")
    days = ["2019-03-10T23:30:00-05:00", "2019-03-11T01:00:00+02:00", "2019-03-11T08:15:00", "2019-03-11T23:59:59.5Z", "2019-03-12T00:00:00"]
    events = [record(externalId=f"ODD-{n}", title=f"Odd {n}", startDate=day) for n, day in enumerate(days)]
    said = services[0].addList(record=events)
    assert all(one["status"]["isSuccess"] for one in serialize_object(said, dict)["body"]["writeResponseList"]["writeResponse"]), said


add_odd_dates()
for _ in sys.stdin:
    preferences, form, subject, criteria = drawn()
    search = record_of(form, subject, criteria)
    answers = [pages(service, preferences, search) for service in services]
    print(json.dumps({"search": [form, subject, criteria, preferences], "answers": answers}, default=str), flush=True)
