# A strict SOAP 1.1 client of one contract, as code that JAXB generates: WSDL URL, then on each line of stdin JSON of [operation, body].
# Prints for each line JSON of { fault, code, message, xml } of the fault's detail, or { problems, xml }. Nothing but a fault that the operation declares will do,
# by its whole name and valid by the schemas of the WSDL.
import json
import os
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from lxml import etree

SOAP = "{http://schemas.xmlsoap.org/soap/envelope/}"
WSDL = "{http://schemas.xmlsoap.org/wsdl/}"
XS = "{http://www.w3.org/2001/XMLSchema}"
wsdl_url, service_url = sys.argv[1:]


def fetched(url):
    with urllib.request.urlopen(url) as response:
        return etree.parse(response).getroot()


def kept(url, folder, files):
    """The schema at the address and all that it imports, as files that name each other."""
    if url not in files:
        files[url] = os.path.join(folder, f"{len(files)}.xsd")
        store(fetched(url), url, files[url], folder, files)
    return files[url]


def store(schema, base, name, folder, files):
    for part in schema.iter(f"{XS}import", f"{XS}include"):
        if part.get("schemaLocation") is not None:
            part.set("schemaLocation", kept(urllib.parse.urljoin(base, part.get("schemaLocation")), folder, files))
    etree.ElementTree(schema).write(name)
    return name


def schemas_of(wsdl):
    folder, files = tempfile.mkdtemp(prefix="strict-"), {}
    root = etree.Element(f"{XS}schema", nsmap={"xs": XS[1:-1]})
    for n, schema in enumerate(wsdl.iter(f"{XS}schema")):
        name = store(schema, wsdl_url, os.path.join(folder, f"types{n}.xsd"), folder, files)
        parts = list(schema.iter(f"{XS}import")) if schema.get("targetNamespace") is None else [schema]
        for part in parts:
            location = name if part is schema else part.get("schemaLocation")
            etree.SubElement(root, f"{XS}import", namespace=part.get("targetNamespace") or part.get("namespace"), schemaLocation=location)
    return etree.XMLSchema(root)


def qname(element, text):
    prefix, _, local = text.strip().rpartition(":")
    return f"{{{element.nsmap[prefix or None]}}}{local}"


def faults_of(wsdl):
    """Operation → the names of the elements in its faults."""
    elements = {message.get("name"): qname(part, part.get("element")) for message in wsdl.iter(f"{WSDL}message") for part in message if part.get("element")}
    found = {}
    for operation in wsdl.find(f"{WSDL}portType").iter(f"{WSDL}operation"):
        found[operation.get("name")] = [elements[fault.get("message").split(":")[1]] for fault in operation.iter(f"{WSDL}fault")]
    return found


wsdl = fetched(wsdl_url)
schema, declared = schemas_of(wsdl), faults_of(wsdl)


def post(operation, body):
    request = urllib.request.Request(service_url, body.encode(), {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"{operation}"'})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers.get_content_type(), response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get_content_type(), error.read()


def fault_in(operation, status, media, data):
    """The element of the detail. Raises ValueError for all that code of the contract would not take."""
    if (status, media) != (500, "text/xml"):
        raise ValueError(f"HTTP {status} {media}")
    envelope = etree.fromstring(data)
    body = envelope.find(f"{SOAP}Body")
    if envelope.tag != f"{SOAP}Envelope" or body is None or [child.tag for child in body] != [f"{SOAP}Fault"]:
        raise ValueError("no envelope with one Fault")
    fault = body[0]
    if [child.tag for child in fault] != ["faultcode", "faultstring", "detail"]:
        raise ValueError(f"a Fault of {[child.tag for child in fault]}")
    if not qname(fault[0], fault[0].text).startswith(SOAP) or not (fault[1].text or "").strip():
        raise ValueError("no code of SOAP, or no reason")
    if len(fault[2]) != 1 or fault[2][0].tag not in declared[operation]:
        raise ValueError(f"the detail holds {[child.tag for child in fault[2]]}, which {operation} does not declare")
    element = etree.fromstring(etree.tostring(fault[2][0], with_tail=False))
    if not schema.validate(element):
        raise ValueError(str(schema.error_log))
    return element


for line in sys.stdin:
    operation, body = json.loads(line)
    status, media, data = post(operation, body)
    said = {"xml": data.decode()}
    try:
        element = fault_in(operation, status, media, data)
        texts = {etree.QName(child).localname: child.text for child in element}
        said |= {"fault": etree.QName(element).localname, **texts}
    except (ValueError, etree.XMLSyntaxError) as error:
        said["problems"] = str(error)
    print(json.dumps(said), flush=True)
