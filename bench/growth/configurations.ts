// Every way to run the gateway that decides who reads a stranger's bytes, and what reads them.
import type { Shape } from './messages.ts';
import { jsonRequests, jsonResponses, securityHeaders, soapRequests, soapResponses } from './messages.ts';

/** What grows, and on which side of the gateway. */
export interface Load {
  readonly side: 'request' | 'response';
  readonly shapes: readonly Shape[];
}

export interface Configuration {
  readonly name: string;
  readonly present: 'rest' | 'soap';
  readonly tls?: boolean;
  readonly middleware?: boolean;
  /** The setting `auth`, as JSON; `$DIR` stands for the folder of keys. */
  readonly auth?: unknown;
  /** Header fields and query that let the request pass the credential, where it needs one. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Requests with a certificate. */
  readonly certificate?: boolean;
  readonly loads: readonly Load[];
}

const PASSWORD = { env: 'BENCH_PASSWORD' };
const anna = { user: 'anna', password: PASSWORD };
export const password = 'secret of the bench';
const basic = { authorization: `Basic ${Buffer.from(`anna:${password}`).toString('base64')}` };

const rest: readonly Load[] = [
  { side: 'request', shapes: jsonRequests },
  { side: 'response', shapes: soapResponses },
];
const soap: readonly Load[] = [
  { side: 'request', shapes: [...soapRequests, ...securityHeaders] },
  { side: 'response', shapes: jsonResponses },
];
/** Where the reader is the same as without, one shape on each side shows that nothing else reads. */
const few = (loads: readonly Load[]): Load[] => loads.map(({ side, shapes }) => ({ side, shapes: shapes.slice(0, 1) }));
const headers: Load = { side: 'request', shapes: [soapRequests[0], ...securityHeaders] };

export const configurations: readonly Configuration[] = [
  { name: 'REST front', present: 'rest', loads: rest },
  { name: 'SOAP front', present: 'soap', loads: soap },
  { name: 'REST front, TLS', present: 'rest', tls: true, loads: few(rest) },
  { name: 'SOAP front, TLS', present: 'soap', tls: true, loads: few(soap) },
  { name: 'REST front, middleware', present: 'rest', middleware: true, loads: few(rest) },
  { name: 'SOAP front, middleware', present: 'soap', middleware: true, loads: [headers, few(soap)[1]] },
  {
    name: 'REST front, API key',
    present: 'rest',
    auth: { front: [{ apiKey: { header: 'X-Api-Key' } }], callers: [{ key: PASSWORD }] },
    headers: { 'x-api-key': password },
    loads: few(rest),
  },
  {
    name: 'REST front, API key in the query',
    present: 'rest',
    auth: { front: [{ apiKey: { query: 'key' } }], callers: [{ key: PASSWORD }] },
    query: `?key=${encodeURIComponent(password)}`,
    loads: few(rest),
  },
  {
    name: 'REST front, Basic',
    present: 'rest',
    auth: { front: ['basic'], callers: [anna] },
    headers: basic,
    loads: few(rest),
  },
  {
    name: 'SOAP front, Basic',
    present: 'soap',
    auth: { front: ['basic'], callers: [anna] },
    headers: basic,
    loads: few(soap),
  },
  {
    name: 'REST front, refused Bearer',
    present: 'rest',
    auth: {
      front: [{ bearer: { jwks: { file: '$DIR/jwks.json' }, issuer: 'https://id.example', audience: 'notes' } }],
    },
    headers: { authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.AAAA' },
    loads: few(rest).slice(0, 1),
  },
  {
    name: 'REST front, refused OAuth 1.0a',
    present: 'rest',
    auth: {
      front: ['oauth1'],
      callers: [{ consumerKey: 'ck', consumerSecret: PASSWORD, token: PASSWORD, tokenSecret: PASSWORD }],
    },
    headers: {
      authorization:
        'OAuth oauth_consumer_key="ck",oauth_token="t",oauth_signature_method="HMAC-SHA256",oauth_timestamp="1",oauth_nonce="n",oauth_signature="x"',
    },
    loads: few(rest).slice(0, 1),
  },
  {
    name: 'REST front, client certificate',
    present: 'rest',
    tls: true,
    certificate: true,
    auth: { front: [{ certificate: { known: false } }] },
    loads: few(rest),
  },
  {
    name: 'SOAP front, UsernameToken as digest',
    present: 'soap',
    auth: { front: [{ usernameToken: { passwords: ['digest'] } }], callers: [anna] },
    loads: [headers],
  },
  {
    name: 'SOAP front, UsernameToken as text',
    present: 'soap',
    auth: { front: [{ usernameToken: { passwords: ['text'] } }], callers: [anna] },
    loads: [headers],
  },
  {
    name: 'SOAP back, signed by X.509',
    present: 'rest',
    auth: {
      back: {
        security: {
          timestamp: '5m',
          signature: { cert: { file: '$DIR/client.pem' }, key: { file: '$DIR/client.key' } },
        },
      },
    },
    loads: rest.slice(0, 1),
  },
];
