// The messages of one contract with encoded content: what their codec reads and writes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import type { AcceptedDeviations } from '../../../src/codec/model/deviation.ts';
import { nullAccessors } from '../../../src/codec/soap-encoding/null-accessors.ts';
import { readCompiled } from '../../../src/contract/compiled/read.ts';
import { writeCompiled } from '../../../src/contract/compiled/write.ts';
import { loadContractFrom } from '../../../src/contract/load.ts';
import type { Contract } from '../../../src/contract/model/contract.ts';
import { json, textOf } from '../../../src/json/value.ts';

export const echoWsdl = join(import.meta.dirname, '../../fixtures/soap-encoding/echo.wsdl');
const names = dialect(new Map([['t', 'urn:enc:types']]));
const scope =
  'xmlns:m="urn:enc" xmlns:t="urn:enc:types" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';

export class Messages {
  private readonly contract: Contract;

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** The request with this content, as JSON. */
  readRequest(operation: string, content: string): unknown {
    const decoder = this.program(operation, 'input').decoder();
    decoder.write(Buffer.from(`<m:${operation} ${scope}>${content}</m:${operation}>`));
    return JSON.parse(textOf(decoder.end()[0]!));
  }

  /** Names of the elements that may be null, whatever their declaration says. */
  nullAccessors(): string[] {
    const { operations, schemas } = this.contract;
    return [...nullAccessors(operations, createCodec(schemas, names))].map(({ name }) => name.local);
  }

  /** What is wrong with the values of a request. */
  problems(operation: string, value: unknown): string[] {
    const found = this.program(operation, 'input').problems([json(Buffer.from(JSON.stringify(value)))]);
    return found.map(({ code, path }) => `${code} ${path}`);
  }

  private program(operation: string, direction: 'input' | 'output') {
    const { operations, schemas } = this.contract;
    const [element] = operations.find(({ name }) => name === operation)![direction]!.body;
    return createCodec(schemas, names).program(element, { kind: 'hole', slot: 0 }, 1);
  }

  /** The return value of the response with this content, as JSON. */
  read(operation: string, content: string, deviations?: AcceptedDeviations): unknown {
    const decoder = this.program(operation, 'output').decoder({ deviations });
    decoder.write(Buffer.from(`<m:${operation}Response ${scope}>${content}</m:${operation}Response>`));
    return JSON.parse(textOf(decoder.end()[0]!)).return;
  }

  /** The XML of a request. */
  written(operation: string, value: unknown, lenient = false): string {
    const out = new ByteBuffer();
    this.program(operation, 'input').encode([json(Buffer.from(JSON.stringify(value)))], out, lenient);
    return Buffer.from(out.slice()).toString();
  }
}

function load(change: (wsdl: string) => string): Contract {
  const wsdl = change(readFileSync(echoWsdl, 'utf8'));
  return loadContractFrom(new Map([['echo.wsdl', Buffer.from(wsdl)]]));
}

/** The contract with a change of its text. */
export function changed(change: (wsdl: string) => string): Messages {
  return new Messages(load(change));
}

export const encoded = changed((wsdl) => wsdl);
/** The same contract with literal use. */
export const literal = changed((wsdl) => wsdl.replaceAll('use="encoded"', 'use="literal"'));
/** The same contract, compiled. */
export const compiled = new Messages(readCompiled(writeCompiled(load((wsdl) => wsdl))));
export const encoded12 = changed((wsdl) =>
  wsdl.replaceAll(
    'encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
    'encodingStyle="http://www.w3.org/2003/05/soap-encoding"',
  ),
);
