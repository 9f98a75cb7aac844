"""What zeep makes of each WSDL named on the command line: JSON, one line each."""
import json
import logging
import sys

from zeep import Client, Settings

logging.disable(logging.CRITICAL)


def read(wsdl):
    client = Client(wsdl, settings=Settings(strict=True, xml_huge_tree=True))
    ports = [port for service in client.wsdl.services.values() for port in service.ports.values()]
    operations = [operation for port in ports for operation in port.binding._operations.values()]
    return {
        # The signature resolves every type that the message needs.
        "operations": sorted("%s(%s)" % (o.name, o.input.signature() if o.input else "") for o in operations),
        "types": sorted(str(t.qname) for t in client.wsdl.types.types if t.qname is not None),
        "addresses": [port.binding_options.get("address") for port in ports],
    }


for location in sys.argv[1:]:
    try:
        print(json.dumps(read(location)))
    except Exception as error:  # every failure is an answer
        print(json.dumps({"error": "%s: %s" % (type(error).__name__, error)}))
