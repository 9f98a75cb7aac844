// `rest.errors`: how a REST API writes its errors, read and written by one pattern.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenProblem } from '../../src/binding/rest/front/problem.ts';
import { Fault, type FaultInit } from '../../src/fault/fault.ts';
import { fromJs } from '../../src/json/value.ts';
import { describeRest } from '../../src/openapi/export/document.ts';
import { Scene } from '../binding/rest/back/scene.ts';
import { type RestPeer, startRestPeer } from '../e2e/rest-peer.ts';
import { inlined } from '../oracle/openapi.ts';
import { mappingOf, payments, problemsOf } from './tables.ts';

const RULES = 'rules:\n  - GET /payments/{paymentId}: GetPayment\n';
const VENDOR = `{ media: application/vnd.pay.error+json, body: { type: "{type?}", title: "{title}", status: "{status}", errorDetails: [ { detail: "{detail}", errorCode: "{code}", errorPath: "{path?}" } ] } }`;
const table = (...forms: string[]) => `rest: { errors: [ ${forms.join(', ')} ] }\n${RULES}`;

function written(init: Partial<FaultInit>, ...forms: string[]) {
  const mapping = mappingOf(payments, table(...forms));
  const fault = new Fault({ status: 404, code: 'NO_PAYMENT', title: 'No payment', ...init });
  const { media, body } = writtenProblem(fault, 'r1', mapping.errorForms);
  return { media, body: JSON.parse(Buffer.from(body).toString()) };
}

describe('an error for REST clients', () => {
  it('has the form of the table, with its media type', () => {
    expect(written({ detail: 'none with this id' }, VENDOR)).toEqual({
      media: 'application/vnd.pay.error+json',
      body: {
        type: 'urn:soapstone:error:NO_PAYMENT',
        title: 'No payment',
        status: 404,
        errorDetails: [{ detail: 'none with this id', errorCode: 'NO_PAYMENT' }],
      },
    });
  });

  it('says its title where the form needs a detail', () => {
    expect(written({}, VENDOR).body.errorDetails).toEqual([{ detail: 'No payment', errorCode: 'NO_PAYMENT' }]);
  });

  it('names the place of its first single problem', () => {
    const errors = [{ path: '$.sum', code: 'CODEC_TYPE', message: 'a number should stand here' }];
    expect(written({ errors }, VENDOR).body.errorDetails[0].errorPath).toBe('$.sum');
  });

  const LIST =
    '{ body: { list: { $each: { code: "{errors.code}", text: "{errors.message}", at: "{errors.path}" } } } }';

  it('lists its single problems, or itself', () => {
    const errors = [1, 2].map((n) => ({ path: `$.a${n}`, code: `E${n}`, message: `m${n}` }));
    expect(written({ errors }, LIST).body.list).toEqual([
      { code: 'E1', text: 'm1', at: '$.a1' },
      { code: 'E2', text: 'm2', at: '$.a2' },
    ]);
    expect(written({}, LIST).body.list).toEqual([{ code: 'NO_PAYMENT', text: 'No payment' }]);
  });

  it('has the first form for its status, else that of RFC 9457', () => {
    const forms = [
      '{ status: 404, body: { no: "{title}" } }',
      '{ status: 4XX, media: application/json, body: { bad: "{code}" } }',
    ];
    expect(written({}, ...forms).body).toEqual({ no: 'No payment' });
    expect(written({ status: 409 }, ...forms)).toEqual({ media: 'application/json', body: { bad: 'NO_PAYMENT' } });
    expect(written({ status: 500 }, ...forms)).toMatchObject({
      media: 'application/problem+json',
      body: { status: 500 },
    });
  });

  it('has the body of RFC 9457 in another media type, where the form has no body', () => {
    const { media, body } = written({ data: fromJs({ a: 1 }) }, '{ media: application/vnd.pay.error+json }');
    expect([media, body.code, body.data]).toEqual(['application/vnd.pay.error+json', 'NO_PAYMENT', { a: 1 }]);
  });
});

describe('an error of a REST service', () => {
  let peer: RestPeer;
  beforeAll(async () => void (peer = await startRestPeer()));
  afterAll(() => peer.stop());

  async function fault(
    status: number,
    body: unknown,
    media = 'application/json',
    forms = [VENDOR],
  ): Promise<FaultInit> {
    peer.answer = () => ({ status, headers: { 'content-type': media }, body: JSON.stringify(body) });
    const scene = new Scene(mappingOf(payments, table(...forms)), peer.origin);
    return scene.fault('GetPayment', { paymentId: 7 }).finally(() => scene.transport.close());
  }

  const details = [
    { detail: 'No such payment.', errorCode: 'GONE', errorPath: 'id' },
    { detail: 'x', errorCode: 'Y' },
  ];
  const vendor = { title: 'Not Found', status: 404, errorDetails: details, more: {} };

  it('is read by the form of the table', async () => {
    const { code, title, detail, errors, rest } = await fault(404, vendor);
    expect({ code, title, detail }).toEqual({ code: 'GONE', title: 'Not Found', detail: 'No such payment.' });
    expect(errors).toEqual([{ path: 'id', code: 'GONE', message: 'No such payment.' }]);
    expect(rest).toMatchObject({ code: 'GONE', texts: { path: 'id', detail: 'No such payment.' } });
  });

  it('may come with a status of success, in its own media type', async () => {
    const { status, code } = await fault(200, vendor, 'application/vnd.pay.error+json');
    expect([status, code]).toEqual([404, 'GONE']);
  });

  it('is asked for in Accept', async () => {
    await fault(404, vendor);
    expect(peer.asked.at(-1)!.headers.accept).toBe(
      'application/json, application/vnd.pay.error+json, application/problem+json',
    );
  });

  it('may be in one of the usual forms, where no form fits', async () => {
    expect(await fault(404, { error: { code: 'LOST', message: 'No.' } })).toMatchObject({
      code: 'LOST',
      detail: 'No.',
    });
    expect(await fault(404, [])).toMatchObject({ rest: { code: undefined } });
  });

  it('is first tried by the form with its media type', async () => {
    const forms = ['{ body: { why: "{title}" } }', '{ media: application/vnd.b+json, body: { why: "{detail}" } }'];
    expect(await fault(404, { why: 'w' }, 'application/vnd.b+json', forms)).toMatchObject({ detail: 'w' });
    expect(await fault(404, { why: 'w' }, 'application/json', forms)).toMatchObject({ title: 'w' });
  });

  it('may list single problems', async () => {
    const form = '{ body: { list: { $each: { code: "{errors.code}", text: "{errors.message}" } } } }';
    const list = [1, 2].map((n) => ({ code: `E${n}`, text: `m${n}` }));
    const { code, detail, errors } = await fault(400, { list }, undefined, [form]);
    expect({ code, detail, n: errors?.length }).toEqual({ code: 'E1', detail: 'm1', n: 2 });
  });

  it('has no code where that repeats the status, or the type is a chapter of HTTP', async () => {
    const form = '{ body: { type: "{type?}", code: "{code?}" } }';
    const texts = async (body: object) => (await fault(404, body, undefined, [form])).rest?.code;
    expect(await texts({ code: 404 })).toBeUndefined();
    expect(await texts({ code: 17 })).toBe('17');
    expect(await texts({ type: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' })).toBeUndefined();
    expect(await texts({ type: 'https://api.example.com/errors/no-payment' })).toBe('NO_PAYMENT');
  });
});

describe('the OpenAPI document', () => {
  it('has the form of errors, with the values of each status', () => {
    const document = inlined(describeRest([mappingOf(payments, table(VENDOR))]));
    expect(document.components.schemas['Problem']).toMatchObject({
      properties: { errorDetails: { type: 'array', items: { required: ['errorCode'] } } },
      required: ['type', 'title', 'status', 'errorDetails'],
    });
    const { content } = document.paths['/payments/{paymentId}'].get.responses['422'] as { content: object };
    expect(Object.keys(content)).toEqual(['application/vnd.pay.error+json']);
    expect(JSON.stringify(content)).toContain(
      '"errorDetails":{"items":{"properties":{"errorCode":{"const":"PAYMENT_NOT_FOUND"}}}}',
    );
  });
});

describe('a wrong form', () => {
  it.each([
    ['{ body: { a: "{titel}" } }', 'MAPPING_NAMES: an error has no variable {titel}'],
    ['{ body: { a: "{detail}", host: "{$host}" } }', 'MAPPING_NAMES: an error has no variable {$host}'],
    ['{ body: { a: b } }', 'MAPPING_PATTERN: the form has no placeholder'],
    ['{}', 'MAPPING_MISSING: the form says nothing'],
    ['{ media: json, body: "{detail}" }', 'MAPPING_SHAPE: "json" is not a media type'],
    ['{ body: { $each: { a: "{errors.text}" } } }', 'MAPPING_NAMES: an error has no variable {text}'],
    ['{ body: { $each: { a: "{list.text}" } } }', 'MAPPING_NAMES: {list} is no list'],
  ])('%s', (form, problem) => {
    expect(problemsOf(payments, table(form))).toContainEqual(expect.stringContaining(problem));
  });

  it('is a media type named "error"', () => {
    expect(problemsOf(payments, `rest: { media: { error: application/vnd.a+json } }\n${RULES}`)).toEqual([
      'MAPPING_SHAPE: "error" is no name of a media type: errors have forms of their own',
    ]);
  });
});
