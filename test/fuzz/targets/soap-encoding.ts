// Encoded messages: references, arrays and types of whoever sends them never end in an uncoded error, and the literal form stays what it is.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import { canonicalXml } from '../../../src/xml/c14n.ts';
import { holds, outcomeOf, type Target } from '../target.ts';
import { XML_KEYS } from './xml.ts';

const wsdl = readFileSync(join(import.meta.dirname, '../../fixtures/soap-encoding/echo.wsdl'));
const { operations, schemas } = loadContractFrom(new Map([['echo.wsdl', wsdl]]));
const codec = createCodec(schemas, dialect());
const programs = operations.map(({ output }) => codec.program(output!.body[0], { kind: 'hole', slot: 0 }, 1));

const scope =
  'xmlns:m="urn:enc" xmlns:t="urn:enc:types" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';
const response = (content: string) => `<m:echoAnyResponse ${scope}>${content}</m:echoAnyResponse>`;

export const soapEncoding: Target = {
  name: 'soap-encoding',
  seeds: [
    response(
      '<return e:arrayType="xsd:anyType[2]"><i href="#a"/><i href="#a"/></return><x id="a" xsi:type="t:Person"><name>A</name><boss href="#b"/></x><x id="b"/>',
    ),
    response('<return e:arrayType="xsd:int[2,3]" e:offset="[1,0]"><i e:position="[0,1]">1</i><i>2</i></return>'),
    response('<return e:arrayType="xsd:string[][2]"><i><j>x</j></i><i xsi:nil="1"/></return>'),
  ],
  words: [
    ...XML_KEYS,
    'href="#a"',
    'id="a"',
    'id="b"',
    'e:position="[1]"',
    'e:offset="[999999999]"',
    'e:arrayType="xsd:int[,]"',
    'xsi:type="e:Array"',
    'xsi:type="t:Jagged"',
    '[-1]',
    '<i href="#b"/>',
  ],
  run: (input) => {
    for (const program of programs) {
      outcomeOf(() => {
        const decoder = program.decoder();
        decoder.write(input);
        return decoder.end();
      });
      const once = outcomeOf(() => program.literalOf!(input));
      if (!('value' in once)) continue;
      const again = outcomeOf(() => canonicalXml(program.literalOf!(once.value)));
      holds(
        'a literal form is its own literal form',
        'value' in again && again.value === canonicalXml(once.value),
        again,
      );
    }
  },
};
