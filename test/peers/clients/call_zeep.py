# Calls operations of a service as zeep does it: VERSION WSDL, then on each line of stdin JSON of [operation, arguments, headers].
# Prints for each line JSON of { result } or { code, reason, detail }. How arguments are written is told in callers.ts.
import base64
import json
import logging
import sys

import zeep
from lxml import etree
from zeep.helpers import serialize_object

logging.disable(logging.CRITICAL)

version, wsdl = sys.argv[1:]
client = zeep.Client(wsdl)
wanted = "Soap12Binding" if version == "1.2" else "Soap11Binding"
for service in client.wsdl.services.values():
    for port in service.ports.values():
        if type(port.binding).__name__ == wanted:
            proxy = client.bind(service.name, port.name)


def argument(value):
    """Attributes are keywords like elements; text beside them, wildcards and repeated choices are _value_1."""
    if isinstance(value, list):
        return [argument(item) for item in value]
    if value is None:
        return zeep.xsd.Nil
    if not isinstance(value, dict):
        return value
    if "$list" in value:
        return value["$list"]
    if "$bytes" in value:
        return base64.b64decode(value["$bytes"])
    if "$any" in value:
        return {"_value_1": list(etree.fromstring("<any>%s</any>" % value["$any"]))}
    names = {"$value": "_value_1", "$items": "_value_1"}
    left = ("$type", "$xml", "$element")
    made = {names.get(name, name.lstrip("@")): argument(member) for name, member in value.items() if name not in left}
    return client.get_type(value["$type"])(**made) if "$type" in value else made


def shown(value):
    return serialize_object(value, dict)


def detail_of(fault):
    """Each element of the detail by its name, of the type that the contract gives it."""
    made = {}
    for child in fault.detail if fault.detail is not None else []:
        name = etree.QName(child)
        try:
            made[name.localname] = shown(client.get_element(child.tag).parse(child, client.wsdl.types))
        except zeep.exceptions.LookupError:
            made[name.localname] = child.text
    return made or None


def default(value):
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, etree._Element):
        return etree.tostring(value).decode()
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


for line in sys.stdin:
    operation, arguments, *headers = json.loads(line)
    parts = []
    for name, text in (headers[0] if headers else {}).items():
        parts.append(etree.Element(name))
        parts[-1].text = text
    try:
        given = {"_soapheaders": parts} if parts else {}
        said = {"result": shown(proxy[operation](**argument(arguments), **given))}
    except zeep.exceptions.Fault as fault:
        said = {
            "type": type(fault).__name__,
            "code": fault.code,
            "reason": fault.message,
            "detail": detail_of(fault),
        }
    except Exception as error:
        said = {"broken": "%s: %s" % (type(error).__name__, error)}
    print(json.dumps(said, default=default), flush=True)
