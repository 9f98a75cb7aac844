"""Documents with the defaults of their schemas, as libxml2 puts them in: stdin has JSON of [[schema, [document, …]], …], stdout a list of lists of
{ text } in canonical XML or { problem }."""
import json
import sys

from lxml import etree


def filled(schema, document):
    root = etree.fromstring(document)
    if not schema.validate(root):
        return {"problem": str(schema.error_log)}
    return {"text": etree.tostring(root, method="c14n").decode()}


def all_filled(text, documents):
    schema = etree.XMLSchema(etree.fromstring(text), attribute_defaults=True)
    return [filled(schema, document) for document in documents]


print(json.dumps([all_filled(text, documents) for text, documents in json.load(sys.stdin)]))
