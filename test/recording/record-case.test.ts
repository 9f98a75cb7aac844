// Captured exchanges become cases that pass; what the gateway supplies stands in them as cases have it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CapturedExchange, CapturedMessage } from '../../src/capture/captured.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { addCase, writeNewCases } from '../../src/recording/case-file.ts';
import { recordCase } from '../../src/recording/record-case.ts';
import { mappingOf, payments } from '../mapping/tables.ts';
import { temp } from '../server/temp.ts';

const tutorials = join(import.meta.dirname, '..', '..', 'mappings');

function message(body: string, headers: CapturedMessage['headers'] = []): CapturedMessage {
  return { headers, bytes: Buffer.byteLength(body), body };
}

function envelope(body: string): CapturedMessage {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  return message(`<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`);
}

function exchangeOf(
  rule: string,
  line: string,
  request: string,
  [sent, received]: readonly [string, string],
  response: CapturedExchange['response'],
): CapturedExchange {
  const [method, target] = line.split(' ');
  const call = {
    request: { method: 'POST', target: 'http://127.0.0.1/service', ...envelope(sent) },
    response: { status: 200, ...envelope(received) },
    startMs: 0,
    ms: 1,
  };
  const head = { id: 'a', time: '2026-01-01T00:00:00Z', bridge: 'b', present: 'rest' as const, rule, ms: 1 };
  return { ...head, request: { method, target, ...message(request) }, response, calls: [call] };
}

describe('values that the gateway supplies', () => {
  test('a credential in the request is left out, since a case has none', async () => {
    const mapping = await loadMapping(join(tutorials, '90-credentials'));
    const ns = 'xmlns="https://example.com/notes"';
    const exchange = exchangeOf(
      'note.add',
      'POST /v1/notes',
      '{"text":"milk"}',
      [
        `<AddNote ${ns}><text>milk</text><author>anna@example.com</author></AddNote>`,
        `<AddNoteResponse ${ns}><id>7</id></AddNoteResponse>`,
      ],
      { status: 201, ...message('{"id":7}', [['Location', '/v1/notes/7']]) },
    );
    const recorded = await recordCase(mapping, exchange, 'a note');
    expect(recorded).toMatchObject({ rule: 'note.add' });
    const text = 'text' in recorded ? recorded.text : '';
    expect(text).not.toContain('anna@');
    expect(text).toContain('<text>milk</text>');
    expect(text).toContain('"Location": "/v1/notes/7"');
  });

  test('$now is that of cases; another difference is still one', async () => {
    const mapping = mappingOf(
      payments,
      `rules:
  - id: pay
    rest:
      request: { line: "POST /payments", body: { from: "{from}", to: "{to}", amount: "{amount}" } }
      response: { status: 201, body: { id: "{id}" } }
    soap:
      request: { Pay: { from: "{from}", to: "{to}", amount: "{amount}", reference: "{$now}" } }
      response: { PayResponse: { paymentId: "{id}" } }
`,
    );
    const ns = 'xmlns="https://example.com/payments"';
    const sent = (reference: string) =>
      `<Pay ${ns}><from>a</from><to>b</to><amount>5</amount><reference>${reference}</reference></Pay>`;
    const exchange = (status: number, id: number) =>
      exchangeOf(
        'pay',
        'POST /payments',
        '{"from":"a","to":"b","amount":5}',
        [sent('2026-11-26T10:00:00.000Z'), `<PayResponse ${ns}><paymentId>7</paymentId></PayResponse>`],
        { status, ...message(`{"id":${id}}`) },
      );
    const recorded = await recordCase(mapping, exchange(201, 7), 'a payment');
    expect('text' in recorded ? recorded.text : recorded.reason).toContain('2000-01-01T00:00:00.000Z');
    const reason = expect.stringContaining('would fail');
    expect(await recordCase(mapping, exchange(201, 8), 'another')).toEqual({ reason });
  });
});

describe('files', () => {
  test('a new one, one that is appended to, one that is there, one without cases', () => {
    const folder = temp();
    const path = join(folder, 'cases', 'a.yaml');
    expect(addCase(folder, 'a.yaml', '- name: x\n', false)).toBe(path);
    expect(addCase(folder, 'a.yaml', '- name: y\n', false)).toMatchObject({ isPresent: true });
    expect(readFileSync(path, 'utf8')).toBe('- name: x\n');
    expect(addCase(folder, 'a.yaml', '- name: y\n', true)).toMatchObject({
      reason: expect.stringContaining('no list'),
    });
    expect(addCase(folder, '../a.yaml', '', false)).toMatchObject({
      reason: expect.stringContaining('not a file name'),
    });
    expect([1, 2].map(() => writeNewCases(folder, ''))).toEqual(
      [1, 2].map((number) => join(folder, 'cases', `recorded-${number}.yaml`)),
    );
  });
});
