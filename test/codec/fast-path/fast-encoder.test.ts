import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import { CompiledTables } from '../../../src/codec/compile/tables.ts';
import { createCodec } from '../../../src/codec/create.ts';
import { dialect } from '../../../src/codec/datatypes/dialect.ts';
import { DirectEncoder } from '../../../src/codec/fast-path/fast-encoder.ts';
import { noPresentation } from '../../../src/codec/presentation/presentation.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { LazyJson } from '../../../src/json/lazy-json.ts';
import { scan } from '../../../src/json/tape.ts';
import { type Json, json, textOf } from '../../../src/json/value.ts';

const contract = await loadContract('mappings/10-first-row/contract/accounts.wsdl');
const tables = new CompiledTables(contract.schemas, dialect(), noPresentation);
const names = { use: () => {}, prefixFor: () => 'p' };
const response = [...contract.schemas.elements.values()].find((e) => e.name.local === 'GetAccountResponse')!;

function account(owner = '"A"', balance = '1.5', more = ''): string {
  return `{"account":{"id":7,"owner":${owner},"balance":${balance},"currency":"EUR","opened":"2020-02-29","frozen":false${more}}}`;
}

/** Does the direct way carry it? */
function carries(bytes: Uint8Array): boolean {
  return new DirectEncoder(tables, names, 0).write(tables.element(response), json(bytes), new ByteBuffer(8));
}

describe('the direct way', () => {
  it.each([
    account(),
    ` ${account().replaceAll(':', ': ').replaceAll(',', ' ,\n ').replace('": ', '":')} `,
    account('"a \\u00e9 & <b> \\" \\\\ ü \uffe0"'),
    account('"A"', '-0.10e1'),
  ])('takes %s', (text) => expect(carries(Buffer.from(text))).toBe(true));

  it.each([
    '',
    'null',
    '{}',
    '[]',
    '{"account":null}',
    '{"account":{}}',
    account().slice(0, -1),
    `${account()}}`,
    `${account()} 1`,
    account('"A"', '1.5', ','),
    account('"A"', '1.5', ',"more":1'),
    account('"A"', '1.5', ',"frozen":true'),
    account('"A"', '1.5', ' "more":1'),
    account('null'),
    account('7'),
    account('{}'),
    account('"A", "id":7'),
    account('"\\uFFFF"'),
    account('"\uffff"'),
    account('"\u0001"'),
    account('"A"', '"1.5"'),
    account('"A"', '01'),
    account('"A"', 'true'),
  ])('leaves %s alone', (text) => expect(carries(Buffer.from(text))).toBe(false));

  it('leaves bytes alone that are no UTF-8', () => {
    const text = Buffer.from(account('"?"'));
    text[text.indexOf('?')] = 0xff;
    expect(carries(text)).toBe(false);
  });

  it('writes what the tape does for a document that has been scanned, and is left alone for a while where it has failed', () => {
    const program = createCodec(contract.schemas, dialect()).program(response, { kind: 'hole', slot: 0 }, 1);
    const turned = account().replace('"id":7,"owner":"A"', '"owner":"A","id":7');
    const written = (value: Json) => {
      const out = new ByteBuffer();
      program.encode([value], out);
      return Buffer.from(out.slice()).toString();
    };
    const expected = written(json(Buffer.from(account())));
    for (const text of [account(), turned, account(), turned, turned])
      expect(written(scan(Buffer.from(text)))).toBe(expected);
    expect(() => written(scan(Buffer.from(account('"A"', 'true'))))).toThrow('expected a number');
    const encoder = new DirectEncoder(tables, names, 0);
    const element = tables.element(response);
    const attempt = (text: string) => encoder.write(element, scan(Buffer.from(text)), new ByteBuffer(8));
    expect(encoder.isLikely(element)).toBe(true);
    expect(attempt(turned)).toBe(false);
    let leftOut = 0;
    while (!encoder.isLikely(element)) leftOut++;
    expect(leftOut).toBe(15);
    expect(attempt(account())).toBe(true);
    expect(encoder.isLikely(element)).toBe(true);
  });

  it('is taken for bytes that nobody has scanned', () => {
    const program = createCodec(contract.schemas, dialect()).program(response, { kind: 'hole', slot: 0 }, 1);
    const body = new LazyJson(Buffer.from(` ${account()} `));
    expect(textOf(body)).toBe(account());
    program.encode([body], new ByteBuffer());
    expect(body.isScanned).toBe(false);
    const encode = (text: string) => () => program.encode([new LazyJson(Buffer.from(text))], new ByteBuffer());
    expect(encode(account().slice(0, -1))).toThrow('expected');
    expect(encode(account('"A"', '1.5', ',"id":7'))).toThrow('twice');
  });
});
