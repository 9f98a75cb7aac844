// The business records service with a clock that tests turn, and its callers as raw envelopes.
import { demoAccount } from '../../../examples/records/access/people.ts';
import { signatureOf } from '../../../examples/records/access/token.ts';
import { type RecordsOptions, type RecordsService, startRecords } from '../../../examples/records/service.ts';
import { prefixes } from '../../../examples/records/store/catalog.ts';
import { contractFolder } from '../../business-records/tables.ts';

export interface Answer {
  readonly status: number;
  readonly xml: string;
  readonly cookies: readonly string[];
  /** Text of the first element with this local name; undefined: there is none. */
  text(local: string): string | undefined;
  /** All values of an attribute. */
  attributes(name: string): string[];
}

export class Scene {
  now = Date.parse('2019-11-20T10:00:00Z');
  /** That of the service, and of those who sign. */
  clock = () => this.now;
  readonly errors: unknown[] = [];
  /** What the service has said, for xmllint. */
  readonly said: string[] = [];
  service!: RecordsService;
  private nonces = 0;

  async start(options: Partial<RecordsOptions> = {}): Promise<this> {
    const onError = (error: unknown) => void this.errors.push(error);
    this.service = await startRecords({
      contract: contractFolder,
      port: 0,
      now: () => this.clock(),
      onError,
      ...options,
    });
    return this;
  }

  /** By token unless `head` says otherwise. */
  async ask(body: string, head: string = this.token(), headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(this.service.url, body, head, headers);
  }

  /** To an address of somebody else with the same contract. */
  async send(url: string, body: string, head: string, headers: Record<string, string>): Promise<Answer> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/xml', ...headers },
      body: envelope(head, body),
    });
    const xml = await response.text();
    this.said.push(xml);
    return {
      status: response.status,
      xml,
      cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]),
      text: (local) => new RegExp(`<(?:\\w+:)?${local}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1],
      attributes: (name) => [...xml.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value),
    };
  }

  token(
    which = 0,
    change: Partial<Record<'account' | 'nonce' | 'timestamp' | 'secret' | 'algorithm' | 'hash', string>> = {},
  ): string {
    const token = demoAccount.tokens[which];
    const values = {
      account: change.account ?? demoAccount.id,
      consumerKey: token.consumerKey,
      token: token.token,
      nonce: change.nonce ?? `nonce${++this.nonces}`,
      timestamp: change.timestamp ?? String(Math.floor(this.clock() / 1000)),
    };
    const signature = signatureOf(values, { ...token, tokenSecret: change.secret ?? token.tokenSecret }, change.hash);
    const parts = Object.entries(values).map(([name, value]) => `<c:${name}>${value}</c:${name}>`);
    const signed = `<c:signature algorithm="${change.algorithm ?? 'HMAC-SHA256'}">${signature}</c:signature>`;
    return `<m:tokenPassport>${parts.join('')}${signed}</m:tokenPassport>`;
  }
}

export const application = `<m:applicationInfo><m:applicationId>${demoAccount.applications[0]}</m:applicationId></m:applicationInfo>`;

export function passport(
  change: { email?: string; password?: string; account?: string; role?: string } = {},
  name = 'm:passport',
): string {
  const { email, password } = demoAccount.people[0];
  const role = change.role === undefined ? '' : `<c:role internalId="${change.role}"/>`;
  return `<${name}><c:email>${change.email ?? email}</c:email><c:password>${change.password ?? password}</c:password><c:account>${change.account ?? demoAccount.id}</c:account>${role}</${name}>`;
}

const { platformMsgs: m, platformCore: c, platformCommon: k, ...areas } = prefixes;
const namespaces = Object.entries({ m, c, k, ...areas }).map(([prefix, ns]) => ` xmlns:${prefix}="${ns}"`);

export function envelope(head: string, body: string): string {
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"${namespaces.join('')}><e:Header>${head}</e:Header><e:Body>${body}</e:Body></e:Envelope>`;
}

export const ref = (type: string, id: string, name = 'm:baseRef', by = 'internalId') =>
  `<${name} i:type="c:RecordRef" type="${type}" ${by}="${id}"/>`;
export const byExternal = (type: string, id: string, name?: string) => ref(type, id, name, 'externalId');

export function customer(external: string | undefined, content: string, id?: string): string {
  const ids = `${external === undefined ? '' : ` externalId="${external}"`}${id === undefined ? '' : ` internalId="${id}"`}`;
  return `<m:record i:type="listRel:Customer"${ids}>${content}</m:record>`;
}

export const companyName = (name: string) => `<listRel:companyName>${name}</listRel:companyName>`;
