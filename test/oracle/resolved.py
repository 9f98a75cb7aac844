# libxml2 as the judge of prefixes in text. Reads a JSON list of documents; prints for each the names of its elements with their texts and
# attributes, every prefix before a name replaced by the namespace that is in scope there.
import json
import re
import sys

from lxml import etree

USE = re.compile(r"([A-Za-z_][\w.-]*):(?=[A-Za-z_*])")


def resolved(text, scope):
    return USE.sub(lambda use: "{%s}" % scope[use[1]] if use[1] in scope else use[0], text or "")


def described(element):
    scope = element.nsmap
    attributes = sorted((name, resolved(value, scope)) for name, value in element.attrib.items())
    texts = [resolved(element.text, scope)] + [resolved(child.tail, scope) for child in element]
    return [element.tag, attributes, texts, [described(child) for child in element]]


print(json.dumps([described(etree.fromstring(document.encode())) for document in json.load(sys.stdin)]))
