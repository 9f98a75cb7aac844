// The schema: an element for each message and fault, and the types (XML Schema Part 1).
import { XSD_NS } from '../../xml/reader/names.ts';
import type { Api, Field, TypeDef } from './model.ts';
import { element, textElement } from './write-xml.ts';

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
  return element('xs:element', attributes, documentation(doc));
}

function typeLines(def: TypeDef): string[] {
  if (def.kind === 'complex') {
    const abstract = def.discriminator && 'true';
    return element('xs:complexType', { name: def.name, abstract }, [
      ...documentation(def.doc),
      ...extended(def.base, sequence(def.fields)),
    ]);
  }
  const content = def.union
    ? element('xs:union', { memberTypes: def.union.map(qualified).join(' ') })
    : element(
        'xs:restriction',
        { base: qualified(def.base) },
        def.facets.flatMap(([name, value]) => element(`xs:${name}`, { value })),
      );
  return element('xs:simpleType', { name: def.name }, [...documentation(def.doc), ...content]);
}

function extended(base: string | undefined, content: string[]): string[] {
  if (base === undefined) return content;
  return element('xs:complexContent', {}, element('xs:extension', { base: qualified(base) }, content));
}

function documentation(doc: string | undefined): string[] {
  return doc === undefined ? [] : element('xs:annotation', {}, textElement('xs:documentation', doc));
}

function qualified(type: string): string {
  return type.includes(':') ? type : `t:${type}`;
}
