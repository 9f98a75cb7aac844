"""The envelopes that zeep writes for every operation of a WSDL's first port: JSON {operation: envelope}. What is required is the text of the second argument, or 1."""
import json
import logging
import sys

from lxml import etree
from zeep import Client, xsd

logging.disable(logging.CRITICAL)


def sample(type_):
    if isinstance(type_, xsd.ComplexType):
        return {name: many(element) for name, element in type_.elements if element.min_occurs > 0}
    # Numbers and texts take the one, numbers alone the other.
    return 1 if type_.accepted_types and str not in type_.accepted_types else sys.argv[2]


def many(element):
    value = sample(element.type)
    return [value] if element.accepts_multiple else value


client = Client(sys.argv[1])
service = client.service
envelopes = {}
for name, operation in sorted(service._binding._operations.items()):
    arguments = sample(operation.input.body.type)
    envelopes[name] = etree.tostring(client.create_message(service, name, **arguments)).decode()
print(json.dumps(envelopes))
