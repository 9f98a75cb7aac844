// What SOAP clients meet in front of a record API that shares no code with the gateway. Written from the service document.
import { restRecords } from '../business-records/tables.ts';
import { people, secrets } from '../e2e/business-records/foreign-people.ts';
import { type Face, present } from '../e2e/business-records/loop.ts';
import { ALONE, CODED, REQUESTS } from '../e2e/business-records/scripted-errors.ts';
import { type Answer, Scene } from '../examples/records/scene.ts';
import { type Held, startRecordApi } from '../peers/record-api.ts';
import { CONTENT } from './operations.ts';
import { assert, same } from './statements.ts';

export const SOAP = '/services/BusinessRecordsPort_2019_1';
export const BASE = '/services/rest/record/v1';
const COOKIE = 'JSESSIONID';

export class SoapScene {
  readonly scene = new Scene();
  api!: Awaited<ReturnType<typeof startRecordApi>>;
  face!: Face;
  /** Everything is asked of the API, also what it cannot do. */
  private asking!: Face;
  readonly ids = new Map<string, string>();
  private marks = 0;
  private table: { readonly mapping?: string } = {};
  cookie = '';

  /** `table`: another one than that of the business records. */
  async start(table: { readonly mapping?: string } = {}): Promise<this> {
    this.table = table;
    Object.assign(process.env, secrets);
    this.api = await startRecordApi();
    const front = [{ session: { cookie: COOKIE, secure: false } }, 'none'];
    this.face = await present('soap', this.api.origin, {
      set: ['operations=none'],
      auth: { front, callers: people },
      ...table,
    });
    this.asking = await present('soap', this.api.origin, { set: ['operations=path'] });
    return this;
  }

  async stop(): Promise<void> {
    await this.asking.stop();
    await this.face.stop();
    await this.api.stop();
  }

  /** The lines that the API was asked are those of this request alone. */
  async ask(operation: string, content: string, head = '', headers = {}): Promise<Answer & { asked: string[] }> {
    await this.api.asked();
    const body = `<m:${operation}>${content}</m:${operation}>`;
    const answer = await this.scene.send(this.face.origin + SOAP, body, head, headers);
    return { ...answer, asked: await this.api.asked() };
  }

  /** The response of the operation, which reports success. */
  async done(operation: string, content: string, head = '', headers = {}) {
    const answer = await this.ask(operation, content, head, headers);
    const root = /Body[^>]*><(?:\w+:)?(\w+)/.exec(answer.xml)?.[1];
    same([answer.status, root], [200, `${operation}Response`], answer.xml.slice(0, 400));
    assert(!answer.xml.includes('isSuccess="false"'), answer.xml);
    return answer;
  }

  /** The message of a declared fault. */
  faultOf({ status, xml, text }: Answer, name = 'unexpectedErrorFault'): string {
    const element = /<(?:\w+:)?detail><(?:\w+:)?(\w+)/.exec(xml)?.[1];
    same([status, element], [500, name], xml);
    assert(text('code') && text('message'), 'the fault is not complete');
    return text('message')!;
  }

  typeOf(rest: string) {
    const found = restRecords().find(({ name }) => name === rest)!;
    return { type: found.type, soap: found.value || rest, search: found.search };
  }

  record(rest: string, attributes = '', content = ''): string {
    const number =
      rest === 'bin' && content === '' ? `<listAcct:binNumber>Probe ${++this.marks}</listAcct:binNumber>` : content;
    return `<m:record i:type="${this.typeOf(rest).type}" ${attributes}>${number}</m:record>`;
  }

  ref(rest: string, id: string): string {
    return `<m:baseRef i:type="c:RecordRef" type="${this.typeOf(rest).soap}" internalId="${id}"/>`;
  }

  /** The id of a new record. */
  async add(rest: string): Promise<string> {
    const answer = await this.done('add', this.record(rest));
    same(answer.asked.map(bare), [`POST ${BASE}/${rest}`], 'what the API is asked');
    const id = answer.attributes('internalId')[0];
    assert(id in (await this.held(rest)), `the API does not hold ${rest} ${id}`);
    return id;
  }

  async held(rest: string): Promise<Held[string]> {
    return (await this.api.held())[rest] ?? {};
  }

  search(operators: string, size = 5): Promise<Answer & { asked: string[] }> {
    const preferences = `<m:searchPreferences><m:pageSize>${size}</m:pageSize></m:searchPreferences>`;
    return this.done('search', `<m:searchRecord i:type="k:BinSearchBasic">${operators}</m:searchRecord>`, preferences);
  }

  /** A write of each kind, with more content in its record. */
  private write(kind: string, more = ''): Promise<Answer & { asked: string[] }> {
    const number = `<listAcct:binNumber>Probe ${++this.marks}</listAcct:binNumber>`;
    switch (kind) {
      case 'POST':
        return this.ask('add', this.record('bin', '', number + more));
      case 'PATCH':
        return this.ask('update', this.record('bin', 'internalId="1"', more || '<listAcct:memo>x</listAcct:memo>'));
      case 'PUT':
        return this.ask('upsert', this.record('bin', 'externalId="PROBE-3"', number + more));
      default:
        return more === ''
          ? this.transformed('assemblyItem/workOrder')
          : this.oddDraft(more.replaceAll('listAcct:', 'tranInvt:'));
    }
  }

  /** What SOAP clients do not say is left to the API, whose own default it is. */
  async byDefault(field: string, usual: string, kind: string): Promise<void> {
    const { asked } = await this.write(kind);
    const line = asked.find((one) => !one.startsWith('GET'));
    assert(line, `the API is not asked: ${asked.join()}`);
    same(new RegExp(`${field}=(\\w+)`).exec(line)?.[1] ?? usual, usual, line);
  }

  /** The contract refuses it, and the API is not asked. */
  async strict(kind: string, odd: string): Promise<string> {
    const answer = await this.write(kind, odd);
    const writes = answer.asked.filter((line) => !line.startsWith('GET'));
    same(writes, [], 'what the API is asked');
    return this.invalid(answer);
  }

  /** What the contract does not allow is the client's fault, which names the element; no detail is declared for it. */
  invalid({ status, xml, text }: Answer): string {
    same([status, text('faultcode')?.split(':').at(-1)], [500, 'Client'], xml);
    const reason = text('faultstring') ?? '';
    assert(/\(at Envelope\/Body\//.test(reason), reason);
    return reason.replace(/, line \d+, column \d+/, '');
  }

  private oddDraft(content: string) {
    return this.ask('add', `<m:record i:type="tranInvt:WorkOrder" externalId="draft:x">${content}</m:record>`);
  }

  async transformed(pair: string) {
    const [from, to] = pair.split('/');
    const [id] = Object.keys(await this.held(from));
    const record = `<m:initializeRecord><c:type>${to}</c:type><c:reference type="${from}" internalId="${id}"/></m:initializeRecord>`;
    const draft = await this.done('initialize', record);
    const [name] = draft.attributes('externalId');
    const type = to === 'workOrder' ? 'WorkOrder' : this.typeOf(to).type.split(':')[1];
    const before = Object.keys(await this.held(to)).length;
    const answer = await this.done('add', `<m:record i:type="tranInvt:${type}" externalId="${name}"/>`);
    same(answer.asked.map(bare), [`POST ${BASE}/${from}/${id}/!transform/${to}`], 'what the API is asked');
    same(Object.keys(await this.held(to)).length, before + 1, `records of ${to}`);
    return answer;
  }

  /** A draft whose lines say that they come in place of others: what the API is asked when it is saved. */
  async replacesInTransform(): Promise<undefined> {
    const [item] = Object.keys(await this.held('assemblyItem'));
    for (const flag of ['true', 'false']) {
      const draft = await this.done(
        'initialize',
        `<m:initializeRecord><c:type>workOrder</c:type><c:reference type="assemblyItem" internalId="${item}"/></m:initializeRecord>`,
      );
      const lines = `<tranInvt:itemList replaceAll="${flag}"><tranInvt:item><tranInvt:item internalId="7"/></tranInvt:item></tranInvt:itemList>`;
      const [name] = draft.attributes('externalId');
      const { asked } = await this.done(
        'add',
        `<m:record i:type="tranInvt:WorkOrder" externalId="${name}">${lines}</m:record>`,
      );
      same(/[?&]replace=item(&| |$)/.test(asked[0]), flag === 'true', asked.join());
      const [made] = Object.values(await this.held('workOrder')).slice(-1);
      same(made['item'], { items: [{ item: { id: '7' } }] }, 'the lines that the API holds');
    }
    return undefined;
  }

  /** The API itself, without the gateway. */
  async direct(
    line: string,
    body?: object,
    headers = {},
  ): Promise<{ status: number; json: Record<string, unknown>; location: string }> {
    const [method, path] = line.split(' ');
    const sent = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    };
    const response = await fetch(this.api.origin + BASE + path, sent);
    const text = await response.text();
    return {
      status: response.status,
      json: text === '' ? undefined : JSON.parse(text),
      location: response.headers.get('location') ?? '',
    };
  }

  /** A session with a search in it. */
  async begin(head = ''): Promise<void> {
    [this.cookie] = (await this.done('login', CONTENT['login'])).cookies;
    await this.done('search', CONTENT['search'], head, { cookie: this.cookie });
  }

  /** The same with a second page: the smallest has five records. Returns what removes the records again. */
  async beginPages(): Promise<() => Promise<void>> {
    const before = new Set(Object.keys(await this.held('bin')));
    for (let n = before.size; n < 6; n++)
      await this.done('add', this.record('bin', '', `<listAcct:binNumber>PAGE-${n}</listAcct:binNumber>`));
    await this.begin('<m:searchPreferences><m:pageSize>5</m:pageSize></m:searchPreferences>');
    return async () => {
      const added = Object.keys(await this.held('bin')).filter((id) => !before.has(id));
      for (const id of added) await this.done('delete', this.ref('bin', id));
    };
  }

  /** Records that share a search with others are those of a type. */
  searchOf(rest: string): string {
    const search = this.typeOf(rest).search;
    const [prefix, name] = search.split(':');
    const type = rest === 'assemblyItem' ? '_assembly' : `_${rest}`;
    const kind = `<k:type operator="anyOf"><c:searchValue>${type}</c:searchValue></k:type>`;
    const journal =
      '<k:recordType operator="is"><c:searchValue>advintercompanyjournalentry</c:searchValue></k:recordType>';
    const criterion = rest === 'advIntercompanyJournalEntry' ? journal : kind;
    const shared = ['TransactionSearch', 'ItemSearch'].includes(name)
      ? `<${prefix}:basic>${criterion}</${prefix}:basic>`
      : '';
    return `<m:searchRecord i:type="${search}">${shared}</m:searchRecord>`;
  }

  async inRevision2(
    act: (
      ask: (operation: string, content: string, headers?: object) => ReturnType<SoapScene['done']>,
    ) => Promise<void>,
  ): Promise<undefined> {
    const first = this.face;
    this.face = await present('soap', this.api.origin, { ...this.table, set: ['operations=none', 'revision=2'] });
    try {
      await act((operation, content, headers = {}) => this.done(operation, content, '', headers));
    } finally {
      await this.face.stop();
      this.face = first;
    }
    return undefined;
  }

  /** The API tells it by status and code, where it has one; without a code by the status. */
  async told(name: string): Promise<undefined> {
    const rows = CODED.filter(([fault]) => fault === `${name}Fault`);
    assert(rows.length > 0, 'no status and code tell it');
    for (const [fault, request, status, code, usual] of rows) {
      await this.api.script({ status, code, detail: 'No & no.' });
      const answer = await this.scene.send(this.asking.origin + SOAP, REQUESTS[request].body, '', {});
      same([this.faultOf(answer, fault), answer.text('code')], ['No &amp; no.', usual], `${status} ${code}`);
    }
    for (const [request, status, fault] of ALONE.filter(([, , fault]) => fault === `${name}Fault`)) {
      await this.api.script({ status, style: 'none' });
      this.faultOf(await this.scene.send(this.asking.origin + SOAP, REQUESTS[request].body, '', {}), fault);
    }
    return undefined;
  }
}

/** Without header fields and, of a write, the query. */
export function bare(line: string): string {
  const [method, target] = line.split(' ');
  return `${method} ${method === 'GET' ? target : target.split('?')[0]}`;
}
