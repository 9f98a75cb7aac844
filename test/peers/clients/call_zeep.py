# Calls operations of a service as zeep does it: VERSION WSDL, then on each line of stdin JSON of [operation, arguments].
# Prints for each line JSON of { result } or { code, reason, detail }.
import json
import sys

import zeep
from zeep.helpers import serialize_object

version, wsdl = sys.argv[1:]
client = zeep.Client(wsdl)
wanted = "Soap12Binding" if version == "1.2" else "Soap11Binding"
for service in client.wsdl.services.values():
    for port in service.ports.values():
        if type(port.binding).__name__ == wanted:
            proxy = client.bind(service.name, port.name)
for line in sys.stdin:
    operation, arguments = json.loads(line)
    try:
        said = {"result": serialize_object(proxy[operation](**arguments), dict)}
    except zeep.exceptions.Fault as fault:
        names = [child.tag for child in fault.detail] if fault.detail is not None else None
        said = {"code": fault.code, "reason": fault.message, "detail": names}
    print(json.dumps(said, default=str), flush=True)
