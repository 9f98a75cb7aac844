// The encoded messages of one contract: what their codec reads and writes.
import { join } from 'node:path';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { json, textOf } from '../../../src/json/value.ts';

export const echoWsdl = join(import.meta.dirname, '../../fixtures/soap-encoding/echo.wsdl');
const contract = await loadContract(echoWsdl);
const codec = createCodec(
  contract.schemas,
  dialect(
    new Map([
      ['t', 'urn:enc:types'],
      ['xs', 'http://www.w3.org/2001/XMLSchema'],
      ['e', 'http://schemas.xmlsoap.org/soap/encoding/'],
    ]),
  ),
);

function program(operation: string, direction: 'input' | 'output') {
  const [element] = contract.operations.find(({ name }) => name === operation)![direction]!.body;
  return codec.program(element, { kind: 'hole', slot: 0 }, 1);
}

const scope =
  'xmlns:m="urn:enc" xmlns:t="urn:enc:types" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';

/** The return value of the response with this content, as JSON. */
export function read(operation: string, content: string): unknown {
  const decoder = program(operation, 'output').decoder();
  decoder.write(Buffer.from(`<m:${operation}Response ${scope}>${content}</m:${operation}Response>`));
  return JSON.parse(textOf(decoder.end()[0]!)).return;
}

/** The XML of a request. */
export function written(operation: string, value: unknown): string {
  const out = new ByteBuffer();
  program(operation, 'input').encode([json(Buffer.from(JSON.stringify(value)))], out);
  return Buffer.from(out.slice()).toString();
}
