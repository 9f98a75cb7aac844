// Messages of a chosen size, each on one line: what a stranger sends, and what a hostile upstream answers. Knows nothing about gateways.
import { addNote, envelope, getNoteReply, NOTES } from '../../test/security/documents.ts';

/** A message of about `size` bytes. */
export type Maker = (size: number) => string;

export interface Shape {
  readonly name: string;
  readonly make: Maker;
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const PROFILE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0';

const fill = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));
const numbered = (piece: (i: number) => string, size: number) =>
  Array.from({ length: Math.ceil(size / piece(100_000).length) }, (_, i) => piece(i)).join('');

type Note = typeof addNote | typeof getNoteReply;

/** The same shapes for a request and for a response. */
function xmlShapes(note: Note): Shape[] {
  return [
    { name: 'items', make: (size) => note({ members: fill('<n:tag>some text</n:tag>', size) }) },
    { name: 'one text', make: (size) => note({ title: fill('some text ', size) }) },
    { name: 'references', make: (size) => note({ title: fill('&#65;&amp;', size) }) },
    { name: 'comments', make: (size) => note({ members: fill('<!-- - -->', size) }) },
    {
      name: 'unknown elements',
      make: (size) => note({ members: `<o:r xmlns:o="urn:o">${fill('<o:a b="1"/>', size)}</o:r>` }),
    },
    { name: 'new namespaces', make: (size) => note({ members: numbered((i) => `<p:a xmlns:p="urn:p:${i}"/>`, size) }) },
    {
      name: 'a mistake at the end',
      make: (size) => note({ members: `${fill('<n:tag>some text</n:tag>', size)}<n:none/>` }),
    },
  ];
}

export const soapRequests: readonly Shape[] = xmlShapes(addNote);
export const soapResponses: readonly Shape[] = xmlShapes(getNoteReply);

export const jsonRequests: readonly Shape[] = [
  { name: 'items', make: (size) => `{"title":"a","tag":[${fill('"some text",', size)}"c"]}` },
  { name: 'one text', make: (size) => `{"title":"${fill('some text ', size)}"}` },
  { name: 'escapes', make: (size) => `{"title":"${fill('\\u0041\\n', size)}"}` },
  { name: 'a number', make: (size) => `{"title":"a","amount":${fill('9', size)}}` },
  { name: 'mistakes', make: (size) => `{"title":"a","tag":[${fill('{"x":1},', size)}7]}` },
  { name: 'a mistake at the end', make: (size) => `{"title":"a","tag":[${fill('"some text",', size)}"c"],"none":1}` },
];

export const jsonResponses: readonly Shape[] = [
  { name: 'items', make: (size) => `{"title":"a","tag":[${fill('"some text",', size)}"c"]}` },
  { name: 'one text', make: (size) => `{"title":"${fill('some text ', size)}"}` },
  { name: 'unknown members', make: (size) => `{"title":"a","more":[${fill('{"x":[]},', size)}7]}` },
];

/** A Security header that grows: what is read before anybody is authenticated. */
export const securityHeaders: readonly Shape[] = [
  { name: 'Security: many elements', make: (size) => secured('', fill('<w:x/>', size)) },
  { name: 'Security: a long nonce', make: (size) => secured(`<w:Nonce>${fill('QUJD', size)}</w:Nonce>`) },
  { name: 'Security: a long name', make: (size) => secured('', '', fill('anna', size)) },
  {
    name: 'Security: namespaces',
    make: (size) =>
      secured(
        '',
        numbered((i) => `<p:a xmlns:p="urn:p:${i}"/>`, size),
      ),
  },
  { name: 'unknown header block', make: (size) => withHeader(`<o:x xmlns:o="urn:o">${fill('<o:a/>', size)}</o:x>`) },
];

function secured(token: string, more = '', user = 'anna'): string {
  const fields = `<w:Username>${user}</w:Username><w:Password Type="${PROFILE}#PasswordDigest">eA==</w:Password>`;
  const time = `<u:Created>${new Date().toISOString()}</u:Created>`;
  return withHeader(
    `<w:Security xmlns:w="${WSSE}" xmlns:u="${WSU}"><w:UsernameToken>${fields}${token}${time}</w:UsernameToken>${more}</w:Security>`,
  );
}

function withHeader(header: string): string {
  const body = `<n:GetNote xmlns:n="${NOTES}"><n:id>7</n:id></n:GetNote>`;
  return envelope(body, '1.1', `<s:Header>${header}</s:Header>`);
}

/** A short message of each kind, for what does not grow. */
export const short = {
  soapRequest: withHeader(''),
  soapResponse: getNoteReply({}),
  addNoteResponse: envelope(`<n:AddNoteResponse xmlns:n="${NOTES}"><n:id>1</n:id></n:AddNoteResponse>`),
  jsonResponse: '{"title":"a"}',
  addJsonResponse: '{"id":"1"}',
};
