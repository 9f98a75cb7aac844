// What REST clients meet in front of a SOAP service: the reference service, and one whose answers are scripted. Written from the service document.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { drawn, kinds, restOf } from '../e2e/business-records/drawn.ts';
import { type Face, Loop, present } from '../e2e/business-records/loop.ts';
import { seededIds } from '../e2e/business-records/seeded-ids.ts';
import { type Answer, callRest } from '../e2e/scene.ts';
import { fault, MESSAGE, succeeded } from './answers.ts';
import { requestFor } from './operations.ts';
import { assert, same } from './statements.ts';

export const BASE = '/services/rest/record/v1';
export const media = (type: string) => `application/vnd.vendor.resource+json; type=${type}`;
export const LATER = { prefer: 'respond-async' };

type Members = Readonly<Record<string, unknown>>;

/** A SOAP service that answers every request with the same envelope (a status of 500 where that is a fault), and keeps the last request. */
async function startScripted() {
  const state = { answer: fault('unexpectedError'), last: '', action: '' };
  const server = createServer(async (req, res) => {
    state.last = await text(req);
    state.action = String(req.headers['soapaction']).replaceAll('"', '');
    res.writeHead(state.answer.includes(':Fault>') ? 500 : 200, { 'content-type': 'text/xml' }).end(state.answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, stop };
}

export class RestScene {
  readonly loop = new Loop();
  scripted!: Awaited<ReturnType<typeof startScripted>>;
  /** In front of the scripted service, and the revision without idempotency keys. */
  overScripted!: Face;
  private byPath!: Face;
  second!: Loop;
  private known!: Awaited<ReturnType<typeof seededIds>>;
  private readonly made = new Map<string, string>();
  marks = 0;

  /** `table`: another one than that of the business records. */
  async start(table: { readonly mapping?: string } = {}): Promise<this> {
    await this.loop.start({ rest: { set: ['operations=resources'], ...table } });
    this.second = await new Loop().start({ rest: { set: ['revision=2', 'operations=resources'], ...table } });
    this.known = await seededIds(this.loop.direct);
    this.scripted = await startScripted();
    const upstream = `${this.scripted.origin}/soap`;
    this.overScripted = await present('rest', upstream, { set: ['operations=resources'], ...table });
    this.byPath = await present('rest', upstream, { set: ['operations=path'] });
    return this;
  }

  async stop(): Promise<void> {
    await this.byPath.stop();
    await this.overScripted.stop();
    this.scripted.stop();
    await this.second.stop();
    await this.loop.stop();
  }

  /** `line`: method and path below the root. */
  ask(line: string, body?: unknown, headers = {}, origin = this.loop.rest): Promise<Answer> {
    const target = line.includes(' /services/') ? line : line.replace(' ', ` ${BASE}`);
    return callRest(origin, target, body, headers, 'manual');
  }

  async expect(line: string, status: number, body?: unknown, headers = {}): Promise<Answer> {
    const answer = await this.ask(line, body, headers);
    same(answer.status, status, `${line} ${answer.text.slice(0, 300)}`);
    if (status === 204) same(answer.text, '', line);
    return answer;
  }

  /** A failure: an error body with a reason, which is returned. */
  refusal({ status, headers, json }: Answer): string {
    assert(status >= 400, `status ${status}`);
    same(headers.get('content-type'), media('error'), 'the media type of the error');
    assert(/\w+ \w+/.test(json?.detail ?? json?.title), 'no reason');
    return json.detail ?? json.title;
  }

  record(type: string): string {
    const kind = kinds.find(({ rest }) => rest === type)!;
    const bytes = Buffer.from(Array.from({ length: 1500 }, (_, n) => (n * 37 + this.marks * 11) % 251));
    this.marks++;
    return restOf(kind, drawn(kind, { bytes, known: this.known, mark: `p#${this.marks}`, generous: true }));
  }

  /** The path of a record of the type, made once. */
  async of(type: string): Promise<string> {
    const path = this.made.get(type) ?? (await this.add(type));
    this.made.set(type, path);
    return path;
  }

  async add(type: string, record = this.record(type)): Promise<string> {
    const { headers } = await this.expect(`POST /${type}`, 204, record);
    return new URL(headers.get('location')!, this.loop.rest).pathname.slice(BASE.length);
  }

  async bin(memo = 'as made', origin?: string): Promise<string> {
    const body = { binNumber: `Probe ${++this.marks}`, location: { id: '1' }, memo };
    const { headers, status, text } = await this.ask('POST /bin', body, {}, origin);
    same(status, 204, text);
    return new URL(headers.get('location')!, this.loop.rest).pathname.slice(BASE.length);
  }

  async idsOf(list: string, origin?: string): Promise<string[]> {
    const { json } = await this.ask(`GET ${list}`, undefined, {}, origin);
    return json.items.map(({ id }: { id: string }) => id);
  }

  async first(type: string, q: string): Promise<string> {
    const [id] = await this.idsOf(`/${type}?limit=5&q=${encodeURIComponent(q)}`);
    return `/${type}/${id}`;
  }

  /** The request of each kind that the service document names. */
  async requestOf(kind: string): Promise<readonly [line: string, body?: Record<string, unknown> | undefined]> {
    const body = { binNumber: `Probe ${++this.marks}`, location: { id: '1' } };
    if (kind === 'list') return ['GET /bin?limit=5'];
    if (kind === 'POST') return ['POST /bin', body];
    if (kind === 'PUT') return [`PUT /bin/eid:PROBE-${this.marks}`, body];
    if (kind === 'transform')
      return [`POST ${await this.first('assemblyItem', 'itemId START_WITH OAK')}/!transform/workOrder`, {}];
    return [`${kind} ${await this.bin()}`, kind === 'PATCH' ? { memo: 'anew' } : undefined];
  }

  /** The job ends well. */
  async demandResult(location: string): Promise<void> {
    const { pathname } = new URL(location, this.loop.rest);
    let job = await this.ask(`GET ${pathname}`);
    for (let round = 0; round < 500 && job.json?.completed === false; round++) job = await this.ask(`GET ${pathname}`);
    same([job.status, job.json?.completed, job.json?.progress], [200, true, 'succeeded'], `the job ${job.text}`);
    const result = await this.ask(`GET ${pathname}/task/1/result`);
    assert(result.status < 300, `the result of the job: ${result.status} ${result.text}`);
  }

  async strictness(header: string, kind: string, odd: object, usual: 'Warning' | 'Error'): Promise<undefined> {
    for (const strictness of ['Error', 'Warning', 'Ignore', undefined]) {
      const [line, body] = await this.requestOf(kind);
      const answer = await this.ask(line, { ...body, ...odd }, strictness ? { [header]: strictness } : {});
      const meant = strictness ?? usual;
      if (meant === 'Error') this.refusal(answer);
      else {
        const told = answer.headers.has('x-service-left-out');
        same([answer.status, told], [204, meant === 'Warning'], `${line} ${strictness} ${answer.text}`);
      }
    }
    return undefined;
  }

  /** Lines of a sublist are added, or take the place of all others where it is named. */
  async replaces(origin: string): Promise<void> {
    const items = await this.idsOf('/assemblyItem?limit=5', origin);
    const [bom] = await this.idsOf('/bom?limit=5', origin);
    const { headers } = await this.ask(
      'POST /bomRevision',
      { name: `Probe ${++this.marks}`, billOfMaterials: { id: bom } },
      {},
      origin,
    );
    const path = new URL(headers.get('location')!, origin).pathname;
    const patch = (query: string, id: string) =>
      this.ask(`PATCH ${path}${query}`, { component: { items: [{ item: { id }, bomQuantity: 1 }] } }, {}, origin);
    const lines = async () => {
      const { json } = await this.ask(`GET ${path}?expandSubResources=true`, undefined, {}, origin);
      return json.component.items.map((one: { item: { id: string } }) => one.item.id);
    };
    for (const id of items.slice(0, 2)) same((await patch('', id)).status, 204, 'PATCH');
    same((await lines()).toSorted(), items.slice(0, 2).toSorted(), 'lines that are added');
    same((await patch('?replace=component', items[2])).status, 204, 'PATCH with replace');
    same(await lines(), [items[2]], 'lines that are replaced');
  }

  /** Lines of the request beside those of the draft, or in their place: a draft of an unbuild has the components of its build. */
  async replacesInTransform(): Promise<undefined> {
    const item = await this.first('assemblyItem', 'itemId START_WITH OAK');
    const [a, b] = await this.idsOf('/assemblyItem?limit=2');
    const component = (id: string) => ({ quantity: 1, component: { items: [{ item: { id }, quantity: 1 }] } });
    const build = await this.expect(`POST ${item}/!transform/assemblyBuild`, 204, component(a));
    const from = new URL(build.headers.get('location')!, this.loop.rest).pathname.slice(BASE.length);
    const lines = async (query: string) => {
      const made = await this.expect(`POST ${from}/!transform/assemblyUnbuild${query}`, 204, component(b));
      const at = new URL(made.headers.get('location')!, this.loop.rest).pathname.slice(BASE.length);
      const { json } = await this.expect(`GET ${at}?expandSubResources=true`, 200);
      return json.component.items.map((one: { item: { id: string } }) => one.item.id);
    };
    same((await lines('')).toSorted(), [a, b].toSorted(), 'lines beside those of the draft');
    same(await lines('?replace=component'), [b], 'lines in place of those of the draft');
    return undefined;
  }

  /** Null deletes the named sublist or subrecord, in the revision without idempotency keys. */
  async deletes(type: string, name: string, isThere: (value: Members) => boolean, before?: object): Promise<void> {
    const origin = this.second.rest;
    const [id] = await this.idsOf(`${type}?limit=1`, origin);
    const value = async () =>
      (await this.ask(`GET ${type}/${id}?expandSubResources=true`, undefined, {}, origin)).json[name] ?? {};
    const patch = async (query: string, content: object | null) => {
      const { status, text } = await this.ask(`PATCH ${type}/${id}${query}`, { [name]: content }, {}, origin);
      same(status, 204, text);
    };
    if (before) await patch('', before);
    assert(isThere(await value()), `${type} has no ${name}`);
    await patch(`?replace=${name}`, null);
    assert(!isThere(await value()), `${name} is there still`);
  }

  /** The status of a failure whose body names the place. */
  refused(answer: Answer, place: string): number {
    this.refusal(answer);
    same(answer.json.errors?.[0]?.path, place, 'the place');
    return answer.status;
  }

  /** The gateway shows the service the credential of its settings. */
  async showsCredential(part: string): Promise<undefined> {
    const token = { account: 'A', consumerKey: 'k', consumerSecret: 's', token: 't', tokenSecret: 'u' };
    const passport = { email: 'a@example.com', password: 'p', account: 'A', application: 'app' };
    const values = part === 'tokenPassport' ? token : passport;
    const fields = Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        process.env[`PROBE_${field}`] = value;
        return [field, { env: `PROBE_${field}` }];
      }),
    );
    const face = await present('rest', `${this.scripted.origin}/soap`, {
      set: ['operations=resources'],
      auth: { back: { fields } },
    });
    await this.ask('GET /bin/1', undefined, {}, face.origin);
    await face.stop();
    assert(this.scripted.state.last.includes(`:${part}>`), `no ${part} in ${this.scripted.state.last}`);
    return undefined;
  }

  /** The request for which the scripted service gets the operation. */
  askScripted(operation: string): Promise<Answer> {
    const { line, body, later, byPath } = requestFor(operation);
    return this.ask(line, body, later ? LATER : {}, (byPath ? this.byPath : this.overScripted).origin);
  }

  /** What the service has said of a failure reaches the client. */
  demandMessage({ json, text }: Answer): void {
    assert(
      JSON.stringify(json ?? '').includes(MESSAGE.replace('&amp;', '&')),
      `the message is lost: ${text.slice(0, 300)}`,
    );
  }

  /** Where the job of a submission is asked for, and what the service is asked then. */
  async jobBehind(answer: Answer): Promise<string> {
    this.scripted.state.answer = succeeded('checkAsyncStatus');
    await this.ask(
      `GET ${new URL(answer.headers.get('location') ?? '/none', this.loop.rest).pathname}`,
      undefined,
      {},
      this.overScripted.origin,
    );
    return this.scripted.state.last;
  }

  /** Members that a client has sent are those that it reads: texts, numbers and flags of the body. */
  async demandSame(path: string, sent: string): Promise<void> {
    const { json } = await this.expect(`GET ${path}?simpleEnumFormat=true`, 200);
    const plain = Object.entries(JSON.parse(sent)).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'boolean',
    );
    const differ = plain.filter(([name, value]) => !likeText(json[name], value));
    same(
      differ.map(([name, value]) => [name, value, json[name]]),
      [],
      `${path}: members that differ`,
    );
    assert(plain.length > 0, `${path}: nothing to compare`);
  }

  /** The service answers with the fault; clients get an error body with a status. */
  async told(name: string, statuses: readonly number[] = [], operation?: string): Promise<undefined> {
    this.scripted.state.answer = fault(name);
    const of: Record<string, string> = { invalidAccount: 'login', invalidVersion: 'login', async: 'checkAsyncStatus' };
    const answer = await this.askScripted(operation ?? of[name] ?? 'get');
    this.refusal(answer);
    assert(statuses.length === 0 || statuses.includes(answer.status), `status ${answer.status}`);
    this.demandMessage(answer);
    return undefined;
  }
}

/** Dates are compared as moments, numbers as numbers. */
function likeText(seen: unknown, sent: unknown): boolean {
  if (seen === sent || String(seen) === String(sent)) return true;
  const [a, b] = [seen, sent].map((value) => Date.parse(String(value)));
  return !Number.isNaN(a) && a === b;
}
