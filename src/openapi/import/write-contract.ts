// The written contract: a WSDL 1.1 document (document/literal wrapped, a SOAP 1.1 and a SOAP 1.2 port) and its schema (XML Schema Part 1).
import { carried } from '../../xml/escape.ts';
import { WSDL_NS, WSDL_SOAP11_NS, WSDL_SOAP12_NS, XSD_NS } from '../../xml/reader/names.ts';
import type { Api, Field, Operation, TypeDef } from './model.ts';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Lines of an element. `children`: lines. */
function element(name: string, attributes: Attributes, children: readonly string[] = []): string[] {
  const start = `<${name}${attributesOf(attributes)}`;
  if (children.length === 0) return [`${start}/>`];
  return [`${start}>`, ...children.map((line) => (line === '' ? line : `  ${line}`)), `</${name}>`];
}

/** Lines of an element with text, not indented. */
function textElement(name: string, text: string): string[] {
  return `<${name}>${escaped(text)}</${name}>`.split('\n');
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('');
}

/** Characters that XML 1.0 does not allow (§2.2) become U+FFFD. */
function escaped(text: string): string {
  return carried(text)
    .replace(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function writeXsd(api: Api): string {
  const messages = api.operations.flatMap((o) => [
    ...wrapper(o.name, [...o.parameters.map((p) => p.field), ...(o.body ? [o.body] : [])]),
    ...wrapper(`${o.name}Response`, [...o.headers.map((h) => h.field), ...(o.result ? [o.result] : [])]),
  ]);
  const faults = api.faults.flatMap(({ name, type, nillable }) =>
    element('xs:element', { name, type: qualified(type), nillable: nillable ? 'true' : undefined }),
  );
  const attributes = {
    'xmlns:xs': XSD_NS,
    'xmlns:t': api.namespace,
    targetNamespace: api.namespace,
    elementFormDefault: 'qualified',
  };
  const lines = element('xs:schema', attributes, [...messages, ...faults, ...api.types.flatMap(typeLines)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function wrapper(name: string, fields: readonly Field[]): string[] {
  return element('xs:element', { name }, element('xs:complexType', {}, sequence(fields)));
}

function sequence(fields: readonly Field[]): string[] {
  return element('xs:sequence', {}, fields.flatMap(fieldLines));
}

function fieldLines({ name, type, min, max, nillable, doc }: Field): string[] {
  const attributes = {
    name,
    type: qualified(type),
    minOccurs: min === 1 ? undefined : min,
    maxOccurs: max === 1 ? undefined : max === Number.POSITIVE_INFINITY ? 'unbounded' : Math.max(max, min),
    nillable: nillable ? 'true' : undefined,
  };
  return element('xs:element', attributes, annotation(doc));
}

function typeLines(def: TypeDef): string[] {
  if (def.kind === 'complex') {
    const abstract = def.discriminator && 'true';
    return element('xs:complexType', { name: def.name, abstract }, [
      ...annotation(def.doc),
      ...extended(def.base, sequence(def.fields)),
    ]);
  }
  if (def.kind === 'file') return fileLines(def);
  const content = def.union
    ? element('xs:union', { memberTypes: def.union.map(qualified).join(' ') })
    : element(
        'xs:restriction',
        { base: qualified(def.base) },
        def.facets.flatMap(([name, value]) => element(`xs:${name}`, { value })),
      );
  return element('xs:simpleType', { name: def.name }, [...annotation(def.doc), ...content]);
}

function fileLines({ name, doc }: Pick<TypeDef, 'name' | 'doc'>): string[] {
  const attributes = ['fileName', 'contentType'].flatMap((attribute) =>
    element('xs:attribute', { name: attribute, type: 'xs:string' }),
  );
  const content = element('xs:extension', { base: 'xs:base64Binary' }, attributes);
  return element('xs:complexType', { name }, [...annotation(doc), ...element('xs:simpleContent', {}, content)]);
}

function extended(base: string | undefined, content: string[]): string[] {
  if (base === undefined) return content;
  return element('xs:complexContent', {}, element('xs:extension', { base: qualified(base) }, content));
}

function annotation(doc: string | undefined): string[] {
  return doc === undefined ? [] : element('xs:annotation', {}, textElement('xs:documentation', doc));
}

function qualified(type: string): string {
  return type.includes(':') ? type : `t:${type}`;
}

const HTTP = 'http://schemas.xmlsoap.org/soap/http';

/** `schema`: the file beside it. */
export function writeWsdl(api: Api, name: string, schema: string): string {
  const attributes = {
    'xmlns:wsdl': WSDL_NS,
    'xmlns:soap': WSDL_SOAP11_NS,
    'xmlns:soap12': WSDL_SOAP12_NS,
    'xmlns:xs': XSD_NS,
    'xmlns:t': api.namespace,
    targetNamespace: api.namespace,
    name,
  };
  const imported = element('xs:import', { namespace: api.namespace, schemaLocation: schema });
  const used = new Set(api.operations.flatMap((o) => o.faults.map((f) => f.element)));
  const lines = element('wsdl:definitions', attributes, [
    ...documentation(api.doc),
    ...element('wsdl:types', {}, element('xs:schema', {}, imported)),
    ...api.operations.flatMap((o) => [...message(o.name), ...message(`${o.name}Response`)]),
    ...[...used].flatMap(message),
    ...element('wsdl:portType', { name }, api.operations.flatMap(declared)),
    ...binding(api, name, 'soap', 'Soap11'),
    ...binding(api, name, 'soap12', 'Soap12'),
    ...element('wsdl:service', { name }, [
      ...port(api, name, 'soap', 'Soap11'),
      ...port(api, name, 'soap12', 'Soap12'),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function message(name: string): string[] {
  return element('wsdl:message', { name }, element('wsdl:part', { name: 'parameters', element: `t:${name}` }));
}

function declared(o: Operation): string[] {
  return element('wsdl:operation', { name: o.name }, [
    ...documentation(o.doc),
    ...element('wsdl:input', { message: `t:${o.name}` }),
    ...element('wsdl:output', { message: `t:${o.name}Response` }),
    ...faultsOf(o).flatMap((name) => element('wsdl:fault', { name, message: `t:${name}` })),
  ]);
}

function binding(api: Api, name: string, soap: string, suffix: string): string[] {
  const body = (way: string) => element(`wsdl:${way}`, {}, element(`${soap}:body`, { use: 'literal' }));
  const operations = api.operations.flatMap((o) =>
    element('wsdl:operation', { name: o.name }, [
      ...element(`${soap}:operation`, { soapAction: `${api.namespace}/${o.name}` }),
      ...body('input'),
      ...body('output'),
      ...faultsOf(o).flatMap((fault) =>
        element('wsdl:fault', { name: fault }, element(`${soap}:fault`, { name: fault, use: 'literal' })),
      ),
    ]),
  );
  const style = element(`${soap}:binding`, { style: 'document', transport: HTTP });
  return element('wsdl:binding', { name: `${name}${suffix}`, type: `t:${name}` }, [...style, ...operations]);
}

function port(api: Api, name: string, soap: string, suffix: string): string[] {
  const address = element(`${soap}:address`, { location: api.server });
  return element('wsdl:port', { name: `${name}${suffix}`, binding: `t:${name}${suffix}` }, address);
}

function faultsOf(o: Operation): string[] {
  return [...new Set(o.faults.map((f) => f.element))];
}

function documentation(doc: string | undefined): string[] {
  return doc === undefined ? [] : textElement('wsdl:documentation', doc);
}
