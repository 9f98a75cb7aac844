"""The operations that zeep finds in a WSDL, in its order, as a JSON array; and the fields of some types."""
import json
import sys
import zeep

client = zeep.Client(sys.argv[1])
(service,) = client.wsdl.services.values()
(port,) = service.ports.values()
fields = {name: [n for n, _ in client.get_type(name).elements] for name in sys.argv[2:]}
print(json.dumps({'operations': list(port.binding._operations), 'fields': fields}))
