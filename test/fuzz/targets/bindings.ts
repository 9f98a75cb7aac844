// Both bindings, front and back: an answer for every request and every response, in the caller's protocol, and never an error without a code.
import { isUtf8 } from 'node:buffer';
import { canonicalXml } from '../../../src/xml/c14n.ts';
import { addNote, envelope, getNoteReply, NOTES } from '../../security/documents.ts';
import { holds, piecesOf, type Target } from '../target.ts';
import { type Answered, type Asked, exchange, type PeerReply, restFace, soapFace } from './face.ts';
import { JSON_KEYS } from './json.ts';
import { paths } from './paths.ts';
import { XML_KEYS } from './xml.ts';

const none = new Uint8Array(0);
const xmlReply = (body: string | Uint8Array): PeerReply => ({
  status: 200,
  fields: { 'content-type': 'text/xml' },
  pieces: [Buffer.from(body as string)],
});
const jsonReply = (body: string | Uint8Array, status = 200): PeerReply => ({
  status,
  fields: { 'content-type': 'application/json', location: '/v1/notes/1', 'x-note': '1' },
  pieces: [Buffer.from(body as string)],
});
const added = envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`);
const getNote = envelope(`<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`);
const soapPost = (body: string | Uint8Array, type = 'text/xml'): Asked => ({
  method: 'POST',
  url: '/soap',
  headers: { 'content-type': type },
  body: Buffer.from(body as string),
});
const restGet: Asked = { method: 'GET', url: '/v1/notes/7', headers: {}, body: none };
const fault = (version: '1.1' | '1.2') =>
  version === '1.1'
    ? envelope(
        `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><n:NoteNotFound xmlns:n="${NOTES}"><n:id>7</n:id></n:NoteNotFound></detail></s:Fault>`,
      )
    : envelope(
        '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault>',
        '1.2',
      );

function checkRest(answer: Answered): void {
  check(answer);
  if (answer.body !== '') holds('the response is JSON', JSON.parse(answer.body) !== undefined);
  if (answer.status >= 400) holds('a failure is a problem', answer.type === 'application/problem+json', answer.type);
}

function checkSoap(answer: Answered): void {
  check(answer);
  if (answer.body !== '') canonicalXml(Buffer.from(answer.body));
  if (answer.status >= 400) holds('a failure is a fault', /<\w+:Fault>/.test(answer.body), answer.body);
}

function check({ status, record }: Answered): void {
  if (record.cause !== undefined && record.code === 'INTERNAL') throw record.cause;
  holds('there is an answer with a code', record.code !== 'INTERNAL' && status >= 200, record.code, status);
}

/** That bytes are not UTF-8 is seen a piece at a time, so the words about it may be other ones. */
function told({ status, body }: Answered, response: Uint8Array): string {
  return isUtf8(response) ? `${status} ${body.replace(/urn:soapstone:request:[\w-]+/, '')}` : String(status);
}

export const soapFront: Target = {
  name: 'soap-front',
  seeds: [
    addNote({}),
    addNote({}, '1.2'),
    getNote,
    addNote({
      members:
        '<n:amount>1.50</n:amount><n:tag>x</n:tag><n:below><n:title>y</n:title></n:below><o:x xmlns:o="urn:o">z</o:x>',
      attributes: 'by="me"',
    }),
  ],
  words: XML_KEYS,
  run: async (input) => {
    const type = Buffer.from(input).includes('www.w3.org/2003/05') ? 'application/soap+xml' : 'text/xml';
    const answer = await exchange(soapFace, soapPost(input, type), jsonReply('{"id":"1","title":"a"}'));
    checkSoap(answer);
    for (const one of answer.sent) {
      holds(
        'the peer gets a path of the table',
        /^\/v1\/(notes(\/[^/?]+(\?lang=[^&]*)?)?|admin\/secret)$/.test(one.path),
        one.path,
      );
      if (one.body.length > 0) JSON.parse(Buffer.from(one.body).toString());
    }
  },
};

export const soapBack: Target = {
  name: 'soap-back',
  seeds: [
    getNoteReply({}),
    getNoteReply({
      members:
        '<n:amount>1.50</n:amount><n:tag>x</n:tag><n:below><n:title>y</n:title></n:below><o:x xmlns:o="urn:o">z</o:x>',
      attributes: 'by="me"',
    }),
    fault('1.1'),
    fault('1.2'),
  ],
  words: XML_KEYS,
  run: async (input) => {
    const response = xmlReply(input);
    const whole = await exchange(restFace, restGet, response);
    checkRest(whole);
    const pieces = await exchange(restFace, restGet, { ...response, pieces: [...piecesOf(input)] });
    holds('pieces change nothing', told(whole, input) === told(pieces, input), told(whole, input), told(pieces, input));
    checkRest(await exchange(restFace, restGet, { ...response, status: 500 }));
  },
};

export const restFront: Target = {
  name: 'rest-front',
  seeds: [
    'POST /v1/notes\n{"title":"a","tag":["b"],"below":{"title":"c"},"amount":1.5,"@by":"me"}',
    'GET /v1/notes/7?lang=en\n',
    'GET /v1/admin/secret\n',
    'HEAD /v1/notes/7\n',
    'OPTIONS /v1/notes\n',
  ],
  words: [...JSON_KEYS, ...paths.words, 'GET ', 'POST ', 'PUT ', '\n'],
  run: async (input) => {
    const text = Buffer.from(input);
    const end = Math.max(0, text.indexOf(10));
    const [method, url = '/'] = text.toString('latin1', 0, end).split(' ');
    // What HTTP itself would not let in.
    if (!/^[A-Z]+$/.test(method) || /[^\x21-\xff]/.test(url) || url === '') return;
    const headers = { 'content-type': 'application/json', 'x-tenant': 't' };
    const answer = await exchange(
      restFace,
      { method, url, headers, body: text.subarray(end + 1) },
      xmlReply(method === 'POST' ? added : getNoteReply({})),
    );
    checkRest(answer);
    for (const { body } of answer.sent) canonicalXml(body);
  },
};

export const restBack: Target = {
  name: 'rest-back',
  seeds: [
    '{"title":"a","tag":["b"],"below":{"title":"c"},"amount":1.5,"@by":"me"}',
    '{"type":"urn:x:y","title":"no","status":404,"code":"NOTE_NOT_FOUND","detail":"there is no note 7","errors":[{"path":"a","message":"b"}]}',
    '{"fault":{"code":"Client","subcodes":["{urn:x}a"],"actor":"b","detail":[{"name":"{urn:example:notes}NoteNotFound","value":{"id":"7"}}]}}',
    '{"id":"1"}',
  ],
  words: [
    ...JSON_KEYS,
    '"code":',
    '"detail":',
    '"errors":',
    '"fault":',
    '"name":',
    '"value":',
    '"status":',
    '"error":',
    '"message":',
    '{urn:x}a',
  ],
  run: async (input) => {
    for (const status of [200, 404, 503]) {
      const response = jsonReply(input, status);
      const whole = await exchange(soapFace, soapPost(getNote), response);
      checkSoap(whole);
      const pieces = await exchange(soapFace, soapPost(getNote), { ...response, pieces: [...piecesOf(input)] });
      holds(
        'pieces change nothing',
        told(whole, input) === told(pieces, input),
        told(whole, input),
        told(pieces, input),
      );
    }
    checkSoap(await exchange(soapFace, soapPost(addNote({})), jsonReply(input, 201)));
  },
};
