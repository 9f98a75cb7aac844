"""Writes the schemas of a contract into a folder so that libxml2 can compile them as one: OUT/driver.xsd.

usage: schemas.py OUT FILE...        FILE: every .wsdl and .xsd of the contract

libxml2 reads one document per namespace and knows no WSDL. So inline schemas become files, every document of a namespace is
included from one gathering document, and the wrapper elements of rpc/literal operations (which no schema declares) are
declared as WSDL 1.1 section 3.5 and WS-I Basic Profile R2729, R2735 and R2755 describe them. Parts with a type, in document style,
in headers and in faults, are elements of their name: without namespace, in headers in that of soap:header.
"""
import os
import sys
from lxml import etree

XSD = 'http://www.w3.org/2001/XMLSchema'
WSDL = 'http://schemas.xmlsoap.org/wsdl/'
SOAP = {'http://schemas.xmlsoap.org/wsdl/soap/', 'http://schemas.xmlsoap.org/wsdl/soap12/'}
PARSER = etree.XMLParser(no_network=True, resolve_entities=False)


def xsd(name):
    return '{%s}%s' % (XSD, name)


def wsdl(name):
    return '{%s}%s' % (WSDL, name)


def resolve(element, text):
    """A prefixed name in the scope of an element, as (namespace, local name)."""
    prefix, colon, local = text.strip().rpartition(':')
    return element.nsmap.get(prefix if colon else None, ''), local


class Document:
    """One schema document: its tree (detached, with the namespaces that were in scope), and the name of its copy."""

    def __init__(self, source, root, copy):
        self.source, self.root, self.copy = source, root, copy
        self.namespace = root.get('targetNamespace', '')


def load(files):
    documents, definitions = [], []
    for file in files:
        root = etree.parse(file, PARSER).getroot()
        if root.tag == xsd('schema'):
            documents.append(Document(os.path.realpath(file), root, 'doc%d.xsd' % len(documents)))
            continue
        definitions.append(root)
        for inline in root.iterfind('%s/%s' % (wsdl('types'), xsd('schema'))):
            # A parsed copy keeps the namespace declarations of the ancestors: QNames in values need them.
            copy = etree.fromstring(etree.tostring(inline, with_tail=False), PARSER)
            documents.append(Document(os.path.realpath(file), copy, 'doc%d.xsd' % len(documents)))
    return documents, definitions


def gather_name(namespaces, namespace):
    return 'ns%d.xsd' % namespaces.index(namespace)


def rewrite(document, by_source, namespaces):
    """Points imports at gathering documents and includes at copies. Returns the copies that this document includes."""
    included = set()
    folder = os.path.dirname(document.source)
    for child in list(document.root):
        if child.tag == xsd('import'):
            namespace = child.get('namespace', '')
            if namespace in namespaces:
                child.set('schemaLocation', gather_name(namespaces, namespace))
            else:
                child.attrib.pop('schemaLocation', None)
        elif child.tag in (xsd('include'), xsd('redefine')):
            target = by_source[os.path.realpath(os.path.join(folder, child.get('schemaLocation')))]
            child.set('schemaLocation', target.copy)
            included.add(target.copy)
    return included


def entries(documents, includes):
    """Documents of one namespace that no other one includes; of a circle, the first."""
    reached = set()
    for document in documents:
        reached |= includes[document.copy] - {document.copy}
    chosen = [d for d in documents if d.copy not in reached]
    return chosen or documents[:1]


def write(out, name, root):
    etree.ElementTree(root).write(os.path.join(out, name), xml_declaration=True, encoding='UTF-8')


def schema(namespace=''):
    root = etree.Element(xsd('schema'), nsmap={'xsd': XSD})
    if namespace:
        root.set('targetNamespace', namespace)
    return root


def add_import(root, namespace, location):
    child = etree.SubElement(root, xsd('import'), schemaLocation=location)
    if namespace:
        child.set('namespace', namespace)


def first(root, *path):
    for name in path:
        root = next((c for c in root if isinstance(c.tag, str) and etree.QName(c).localname == name), None)
        if root is None:
            return None
    return root


def bound_operations(definitions):
    """(style, operation of a SOAP binding, operation of its port type, messages by qualified name)."""
    messages, port_types, bindings = {}, {}, []
    for root in definitions:
        target = root.get('targetNamespace', '')
        messages.update({(target, m.get('name')): m for m in root.iterfind(wsdl('message'))})
        port_types.update({(target, p.get('name')): p for p in root.iterfind(wsdl('portType'))})
        bindings += root.iterfind(wsdl('binding'))
    for binding in bindings:
        protocol = first(binding, 'binding')
        if protocol is None or etree.QName(protocol).namespace not in SOAP:
            continue
        port_type = port_types[resolve(binding, binding.get('type'))]
        for operation in binding.iterfind(wsdl('operation')):
            style = first(operation, 'operation')
            style = (style is not None and style.get('style')) or protocol.get('style', 'document')
            abstract = next(o for o in port_type.iterfind(wsdl('operation')) if o.get('name') == operation.get('name'))
            yield style, operation, abstract, messages


def bodies(operation, abstract, messages):
    """(suffix of the wrapper, soap:body, message) of every literal message."""
    for side, suffix in (('input', ''), ('output', 'Response')):
        body = first(operation, side, 'body') if first(operation, side, 'body') is not None else first(
            operation, side, 'multipartRelated', 'part', 'body')
        end = abstract.find(wsdl(side))
        if body is not None and end is not None and body.get('use', 'literal') == 'literal':
            yield suffix, body, messages[resolve(end, end.get('message'))]


def rpc_operations(definitions):
    """(namespace, wrapper name, message, parts attribute) of every rpc/literal message."""
    for style, operation, abstract, messages in bound_operations(definitions):
        if style == 'rpc':
            for suffix, body, message in bodies(operation, abstract, messages):
                yield body.get('namespace', ''), operation.get('name') + suffix, message, body.get('parts')


def typed_parts(definitions):
    """(namespace, part) of every part with a type that is an element by itself."""
    for style, operation, abstract, messages in bound_operations(definitions):
        found = []
        if style == 'document':
            for _, body, message in bodies(operation, abstract, messages):
                names = body.get('parts')
                found += [('', p) for p in message.iterfind(wsdl('part')) if names is None or p.get('name') in names.split()]
        for header in operation.iter(*('{%s}header' % ns for ns in SOAP)):
            message = messages.get(resolve(header, header.get('message')))
            parts = [] if message is None else message.iterfind(wsdl('part'))
            found += [(header.get('namespace', ''), p) for p in parts if p.get('name') == header.get('part')]
        for fault in abstract.iterfind(wsdl('fault')):
            message = messages.get(resolve(fault, fault.get('message')))
            found += [('', p) for p in ([] if message is None else message.iterfind(wsdl('part')))]
        yield from ((namespace, part) for namespace, part in found if part.get('type') is not None)


def wire_schemas(definitions):
    """namespace -> schema that declares what stands on the wire and in no schema: wrappers, and parts with a type."""
    schemas, seen = {}, set()
    for namespace, name, message, parts in rpc_operations(definitions):
        if (namespace, name) in seen:
            continue
        seen.add((namespace, name))
        root = schemas.setdefault(namespace, schema(namespace))
        wrapper = etree.SubElement(root, xsd('element'), name=name)
        sequence = etree.SubElement(etree.SubElement(wrapper, xsd('complexType')), xsd('sequence'))
        for part in message.iterfind(wsdl('part')):
            if parts is not None and part.get('name') not in parts.split():
                continue
            kind = 'type' if part.get('element') is None else 'element'
            ns, local = resolve(part, part.get(kind))
            element = etree.SubElement(sequence, xsd('element'), nsmap={'t': ns})
            if kind == 'type':
                element.set('name', part.get('name'))
            element.set('type' if kind == 'type' else 'ref', 't:' + local)
    for namespace, part in typed_parts(definitions):
        if (namespace, part.get('name')) in seen:
            continue
        seen.add((namespace, part.get('name')))
        ns, local = resolve(part, part.get('type'))
        root = schemas.setdefault(namespace, schema(namespace))
        etree.SubElement(root, xsd('element'), nsmap={'t': ns}, name=part.get('name'), type='t:' + local)
    return schemas


def imports_of_types(root, namespaces):
    used = sorted({ns for e in root.iter() for ns in (e.nsmap.get('t'),) if ns and ns != XSD})
    for index, namespace in enumerate(used):
        if namespace != root.get('targetNamespace', '') and namespace in namespaces:
            child = etree.Element(xsd('import'), namespace=namespace, schemaLocation=gather_name(namespaces, namespace))
            root.insert(index, child)


def main(out, files):
    documents, definitions = load(files)
    wrappers = wire_schemas(definitions)
    chameleons = {d.copy for d in documents if d.namespace == ''}
    namespaces = list(dict.fromkeys([d.namespace for d in documents] + list(wrappers)))
    by_source = {d.source: d for d in documents}
    includes = {d.copy: rewrite(d, by_source, namespaces) for d in documents}
    for document in documents:
        write(out, document.copy, document.root)
    adopted = set().union(*includes.values()) if includes else set()
    driver = schema()
    for index, namespace in enumerate(namespaces):
        own = [d for d in documents if d.namespace == namespace and not (d.copy in chameleons and d.copy in adopted)]
        if not own and namespace not in wrappers:
            continue
        gather = schema(namespace)
        for document in entries(own, includes) if own else []:
            etree.SubElement(gather, xsd('include'), schemaLocation=document.copy)
        if namespace in wrappers:
            imports_of_types(wrappers[namespace], namespaces)
            write(out, 'rpc%d.xsd' % index, wrappers[namespace])
            etree.SubElement(gather, xsd('include'), schemaLocation='rpc%d.xsd' % index)
        write(out, gather_name(namespaces, namespace), gather)
        if namespace:
            add_import(driver, namespace, gather_name(namespaces, namespace))
        else:
            etree.SubElement(driver, xsd('include'), schemaLocation=gather_name(namespaces, namespace))
    here = os.path.dirname(os.path.abspath(__file__))
    for version in ('11', '12'):
        envelope = etree.parse(os.path.join(here, 'envelope%s.xsd' % version), PARSER).getroot()
        write(out, 'envelope%s.xsd' % version, envelope)
        add_import(driver, envelope.get('targetNamespace'), 'envelope%s.xsd' % version)
    write(out, 'driver.xsd', driver)


main(sys.argv[1], sys.argv[2:])
