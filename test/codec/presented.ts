// A codec with `types:` of a table, over a schema of a few lines: XML there and back, and ajv's word on the JSON.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createCodec } from '../../src/codec/create.ts';
import { type Dialect, dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Codec } from '../../src/codec/model/codec.ts';
import type { Presentation } from '../../src/codec/presentation/presentation.ts';
import { jsonSchema } from '../../src/codec/schema/schema-set.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { json, textOf } from '../../src/json/value.ts';
import { readTypes } from '../../src/mapping/checker/presentation/read.ts';
import { UsedTypes } from '../../src/mapping/checker/presentation/used.ts';
import { Coverage } from '../../src/mapping/model/coverage.ts';
import { Report } from '../../src/mapping/syntax/report.ts';
import { readTable } from '../../src/mapping/syntax/table.ts';
import { readValueTables } from '../../src/mapping/syntax/value-tables.ts';
import { parseYaml } from '../../src/mapping/syntax/yaml.ts';
import { Transcode } from '../laws/transcode.ts';

/** The namespace `urn:t` is `t`; its global element `Put` is what travels. */
export const names: Dialect = dialect(new Map([['t', 'urn:t']]));

export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** `content`: components of the schema, with the prefixes `xs` and `t`. */
export function wsdlOf(content: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${content}</xs:schema></types>
  <message name="m"><part name="p" element="t:Put"/></message>
  <portType name="P"><operation name="Put"><input message="t:m"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Put"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://127.0.0.1/"/></port></service></definitions>`;
}

/** `types`: YAML, with `tables` beside it where it needs some. Throws Problems. */
export function presentationOf(schemas: Schemas, types: string, style: Dialect = names): Presentation {
  const report = new Report();
  const table = readTable(parseYaml(`soapstone: 2\nrules: []\n${types}`, 'mapping.yaml'), report);
  const codec = createCodec(schemas, style);
  const tables = readValueTables(table.tables, report);
  const used = new UsedTypes(schemas.elements.values(), codec);
  const presentation = readTypes(table.types, {
    codec,
    tables,
    report,
    used,
    coverage: new Coverage(codec),
    gateway: new Map(),
  });
  report.finish();
  return presentation;
}

export interface Presented {
  readonly codec: Codec;
  readonly element: ElementDecl;
  decode(xml: string): string;
  encode(text: string): string;
  /** JSON paths of all problems. */
  problems(text: string): string[];
  valid(text: string): boolean;
}

export function presented(content: string, types: string): Presented {
  const { schemas } = loadContractFrom(new Map([['t.wsdl', Buffer.from(wsdlOf(content))]]));
  const codec = createCodec(schemas, names, presentationOf(schemas, types));
  const element = schemas.elements.get('{urn:t}Put')!;
  const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  const transcode = new Transcode(codec, element);
  const check = judge(element, codec);
  return {
    codec,
    element,
    decode: (xml) => {
      const decoder = program.decoder();
      decoder.write(Buffer.from(xml));
      return textOf(decoder.end()[0]!);
    },
    encode: (text) => transcode.encode(text),
    problems: (text) => program.problems([json(Buffer.from(text))]).map((p) => `${p.path} ${p.code}`),
    valid: (text) => check(JSON.parse(text)),
  };
}

/** ajv with the schema of the element. */
export function judge(element: ElementDecl, codec: Codec): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
  ajv.addVocabulary(['discriminator']);
  const valid = ajv.compile(jsonSchema(element, codec));
  return (value) => valid(value) === true;
}
