// A SOAP service of its own for records, in memory: get, add, update, upsert, delete, search, and adding as a job. Knows no fields.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readTree } from '../../src/xml/read-tree.ts';
import { attr, elements, type XmlElement } from '../../src/xml/tree.ts';
import type { Peer } from '../peers/peer.ts';

const CORE = 'urn:core_2019_1.platform.webservices.example.com';
const MESSAGES = 'urn:messages_2019_1.platform.webservices.example.com';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

interface Stored {
  readonly id: string;
  readonly external: string | undefined;
  /** Namespace and name of its type. */
  readonly type: readonly [string, string];
  readonly fields: Map<string, string>;
}

/** Serves until stopped. Every id begins at 1; the type of a record in a reference is its name with a small letter. */
export async function startRecordStore(): Promise<Peer> {
  const store = new RecordStore();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = store.answer(Buffer.concat(chunks));
      response.writeHead(answer.startsWith('<e:Fault') ? 500 : 200, { 'content-type': 'text/xml; charset=utf-8' });
      response.end(`<e:Envelope xmlns:e="${ENVELOPE}"><e:Body>${answer}</e:Body></e:Envelope>`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log: () => '', stop };
}

class RecordStore {
  private readonly records: Stored[] = [];
  private readonly searches = new Map<string, { found: readonly Stored[]; size: number }>();
  private readonly jobs: string[] = [];
  private last = 0;

  answer(envelope: Uint8Array): string {
    const root = readTree(envelope, 'request');
    const body = elements(root).find((e) => e.name.local === 'Body')!;
    const [request] = elements(body);
    const [content] = elements(request);
    const operation = request.name.local;
    const response = (inner: string) =>
      `<m:${operation}Response xmlns:m="${MESSAGES}" xmlns:c="${CORE}" xmlns:x="${XSI}">${inner}</m:${operation}Response>`;
    switch (operation) {
      case 'get':
        return response(`<m:readResponse>${this.get(content)}</m:readResponse>`);
      case 'add':
        return response(`<m:writeResponse>${this.save(content, undefined)}</m:writeResponse>`);
      case 'upsert':
        return response(`<m:writeResponse>${this.save(content, this.find(content))}</m:writeResponse>`);
      case 'update': {
        const old = this.find(content);
        return response(`<m:writeResponse>${old ? this.save(content, old) : missing}</m:writeResponse>`);
      }
      case 'delete': {
        const old = this.find(content);
        if (old) this.records.splice(this.records.indexOf(old), 1);
        return response(`<m:writeResponse>${old ? ok : missing}</m:writeResponse>`);
      }
      case 'asyncAddList':
        this.jobs.push(this.save(content, undefined));
        return response(jobStatus(this.jobs.length, 'pending'));
      case 'checkAsyncStatus':
        return response(jobStatus(Number(content.children.join('').slice(1)), 'finished'));
      case 'getAsyncResult': {
        const saved = this.jobs[Number(content.children.join('').slice(1)) - 1];
        const list = `<m:writeResponseList><m:writeResponse>${saved}</m:writeResponse></m:writeResponseList>`;
        return response(`<m:asyncResult x:type="m:AsyncAddListResult">${list}</m:asyncResult>`);
      }
      case 'search':
        return response(this.search(root, content));
      case 'searchMoreWithId':
        return response(this.page(content.children.join(''), Number(elements(request)[1].children.join(''))));
      default:
        return `<e:Fault><faultcode>e:Server</faultcode><faultstring>not here: ${operation}</faultstring></e:Fault>`;
    }
  }

  /** By the ids of a reference or a record. */
  private find(e: XmlElement): Stored | undefined {
    const [id, external] = [attr(e, 'internalId'), attr(e, 'externalId')];
    const type = attr(e, 'type') ?? nameOf(typeOf(e));
    const found = this.records.filter((r) => nameOf(r.type) === type);
    return found.find((r) => (id === undefined ? r.external === external && external !== undefined : r.id === id));
  }

  private get(reference: XmlElement): string {
    const found = this.find(reference);
    return found ? `${ok}${written(found, 'm')}` : missing;
  }

  private save(e: XmlElement, old: Stored | undefined): string {
    const fields = new Map(old?.fields);
    for (const child of elements(e)) {
      if (child.name.local === 'nullFieldList')
        for (const name of elements(child)) fields.delete(name.children.join(''));
      else fields.set(child.name.local, text(child));
    }
    const stored = {
      id: old?.id ?? String(++this.last),
      external: attr(e, 'externalId') ?? old?.external,
      type: typeOf(e),
      fields,
    };
    if (old) this.records[this.records.indexOf(old)] = stored;
    else this.records.push(stored);
    return `${ok}<m:baseRef x:type="c:RecordRef" type="${nameOf(stored.type)}" internalId="${stored.id}"/>`;
  }

  /** Conditions are looked at as far as these tests have them: strings that begin with a text. */
  private search(root: XmlElement, e: XmlElement): string {
    const wanted = nameOf(typeOf(e)).replace(/Search$/, '');
    const criteria = elements(e).flatMap(elements);
    const found = this.records
      .filter((r) => nameOf(r.type) === wanted)
      .filter((r) =>
        criteria.every((c) => {
          const value = elements(c)[0].children.join('');
          return attr(c, 'operator') === 'startsWith' && (plain(r.fields.get(c.name.local)) ?? '').startsWith(value);
        }),
      );
    const header = elements(elements(root).find((h) => h.name.local === 'Header')!)[0];
    const size = Number(
      elements(header)
        .find((h) => h.name.local === 'pageSize')!
        .children.join(''),
    );
    const id = `S${this.searches.size + 1}`;
    this.searches.set(id, { found, size });
    return this.page(id, 1);
  }

  private page(id: string, index: number): string {
    const { found, size } = this.searches.get(id)!;
    const page = found.slice((index - 1) * size, index * size);
    const numbers = `<c:totalRecords>${found.length}</c:totalRecords><c:pageSize>${size}</c:pageSize><c:totalPages>${Math.ceil(found.length / size)}</c:totalPages><c:pageIndex>${index}</c:pageIndex><c:searchId>${id}</c:searchId>`;
    return `<c:searchResult>${ok}${numbers}<c:recordList>${page.map((r) => written(r, 'c')).join('')}</c:recordList></c:searchResult>`;
  }
}

function jobStatus(job: number, state: string): string {
  const times = '<c:percentCompleted>0</c:percentCompleted><c:estRemainingDuration>0</c:estRemainingDuration>';
  return `<c:asyncStatusResult><c:jobId>J${job}</c:jobId><c:status>${state}</c:status>${times}</c:asyncStatusResult>`;
}

const ok = '<c:status isSuccess="true"/>';
const missing =
  '<c:status isSuccess="false"><c:statusDetail type="ERROR"><c:code>RCRD_DSNT_EXIST</c:code><c:message>That record does not exist.</c:message></c:statusDetail></c:status>';

function typeOf(e: XmlElement): readonly [string, string] {
  const value = e.attributes.find((a) => a.name.ns === XSI && a.name.local === 'type')!.value;
  const [prefix, local] = value.includes(':') ? value.split(':') : ['', value];
  return [e.scope.get(prefix)!, local];
}

function nameOf([, local]: readonly [string, string]): string {
  return local[0].toLowerCase() + local.slice(1);
}

function written({ id, external, type: [ns, local], fields }: Stored, prefix: string): string {
  const outer = external === undefined ? '' : ` externalId="${external}"`;
  return `<${prefix}:record xmlns:t="${ns}" x:type="t:${local}" internalId="${id}"${outer}>${[...fields.values()].join('')}</${prefix}:record>`;
}

/** An element with all its namespaces, as text. */
function text(e: XmlElement): string {
  const attributes = e.attributes
    .filter((a) => a.name.ns === '')
    .map((a) => ` ${a.name.local}="${escaped(a.value)}"`)
    .join('');
  const content = e.children.map((c) => (typeof c === 'string' ? escaped(c) : text(c))).join('');
  return `<${e.name.local} xmlns="${e.name.ns}"${attributes}>${content}</${e.name.local}>`;
}

const plain = (xml: string | undefined) => xml?.replace(/<[^>]*>/g, '');
const escaped = (value: string) => value.replace(/[&<"]/g, (c) => `&#${c.charCodeAt(0)};`);
