# A session of the business records service as zeep has it: WSDL. Prints what it saw as JSON.
import json
import sys

import zeep

client = zeep.Client(sys.argv[1])
core = "{urn:core_2019_1.platform.webservices.example.com}"
customer = client.get_type("{urn:relationships_2019_1.lists.webservices.example.com}Customer")
ref = client.get_type(core + "RecordRef")
bins = client.get_type("{urn:common_2019_1.platform.webservices.example.com}BinSearchBasic")
service = client.service
passport = {"email": "ada@example.com", "password": "harbour-lights-7", "account": "DEMO1"}
login = service.login(passport=passport, _soapheaders={"applicationInfo": {"applicationId": "4D5C1A6E-0F4B-4D52-9C5B-DEM000000001"}})
added = service.add(record=customer(companyName="PHP & Söhne", externalId="PHP-1"))
got = service.get(baseRef=ref(type="customer", externalId="PHP-1"))
found = service.search(searchRecord=bins())
following = service.searchNext()
service.logout()
try:
    service.getServerTime()
except zeep.exceptions.Fault as fault:
    after = fault.detail[0][0].text


def body(reply):
    return reply.body if hasattr(reply, "body") else reply


def inner(reply, name):
    value = body(reply)
    return getattr(value, name) if hasattr(value, name) else value


print(json.dumps({
    "user": inner(login, "sessionResponse").userId.name,
    "added": inner(added, "writeResponse").status.isSuccess,
    "name": inner(got, "readResponse").record.companyName,
    "total": inner(found, "searchResult").totalRecords,
    "page": inner(following, "searchResult").pageIndex,
    "after": after,
}))
