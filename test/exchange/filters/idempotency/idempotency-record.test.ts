import { describe, expect, it } from 'vitest';
import { readRecord, writeRecord } from '../../../../src/exchange/filters/idempotency/idempotency-record.ts';

const read = (text: string) => readRecord(Buffer.from(text));

describe('a record of idempotency', () => {
  it.each([
    { kind: 'running', request: 'r', by: 'b', until: 1 },
    { kind: 'response', request: 'r', values: [['id', '7']] },
    { kind: 'fault', request: 'r', fault: { status: 422, code: 'C', title: 't' } },
    { kind: 'lost', request: 'r', code: 'UPSTREAM_TIMEOUT' },
  ] as const)('$kind is read as it was written', (record) => {
    expect(readRecord(writeRecord(record))).toEqual(record);
  });

  it.each([
    '',
    'garbage',
    'null',
    '7',
    '[]',
    '{"kind":"response","values":[]}',
    '{"kind":null,"request":"r"}',
    '{"kind":"running","request":"r"}',
    '{"kind":"response","request":"r","values":[["id",""]]}',
    '{"kind":"response","request":"r","values":[["id","{"]]}',
    '{"kind":"response","request":"r","values":[["id",7]]}',
    '{"kind":"fault","request":"r","fault":null}',
    '{"kind":"fault","request":"r","fault":{"status":"422"}}',
    '{"kind":"fault","request":"r","fault":{"status":422,"code":"C","data":{"json text":"{"}}}',
    '{"kind":"lost","request":"r"}',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
