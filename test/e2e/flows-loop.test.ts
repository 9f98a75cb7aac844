// The loop: a SOAP client, the gateway with SOAP in front, the gateway with REST in front, PHP's SoapServer. What comes through is what
// the service says itself.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soapstone } from '../../src/index.ts';
import { readTree } from '../../src/xml/read-tree.ts';
import type { XmlElement } from '../../src/xml/tree.ts';
import type { Peer } from '../peers/peer.ts';
import { startPhpLibrary, startPhpReports } from '../peers/php.ts';
import { tutorial } from './scene.ts';
import { type SoapFace, startSoapFace } from './soap-face.ts';

interface Loop {
  /** Values of the reply's elements, by name; lists where a name comes more than once. */
  ask(where: 'direct' | 'loop', body: string): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

async function startLoop(name: string, start: () => Promise<Peer>): Promise<Loop> {
  const mapping = tutorial(name);
  const peer = await start();
  const rest = await soapstone({ mapping, upstream: `${peer.origin}/` });
  const restServer = await listen(rest);
  const soap = await soapstone({ mapping, present: 'soap', path: '/soap', upstream: origin(restServer) });
  const soapServer = await listen(soap);
  const urls = { direct: `${peer.origin}/`, loop: `${origin(soapServer)}/soap` };
  return {
    ask: (where, body) => ask(urls[where], body),
    stop: async () => {
      for (const server of [soapServer, restServer]) {
        server.closeAllConnections();
        server.close();
      }
      await soap.close();
      await rest.close();
      await peer.stop();
    },
  };
}

async function listen(handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function ask(url: string, body: string): Promise<Record<string, unknown>> {
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: envelope });
  const root = readTree(Buffer.from(await response.text()), url);
  const found = children(children(root).find((one) => one.name.local === 'Body')!)[0];
  return { $: found.name.local, ...(contentOf(found) as object) };
}

function children(element: XmlElement): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string');
}

function contentOf(element: XmlElement): unknown {
  const inner = children(element);
  if (inner.length === 0) return element.children.join('');
  const found = new Map<string, unknown[]>();
  for (const child of inner) found.set(child.name.local, [...(found.get(child.name.local) ?? []), contentOf(child)]);
  return Object.fromEntries([...found].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

describe('pages through the loop', () => {
  const ns = 'xmlns="https://example.com/library"';
  let loop: Loop;
  beforeAll(async () => {
    loop = await startLoop('40-paging', startPhpLibrary);
  });
  afterAll(() => loop?.stop());

  it.each([1, 7, 20, 50])('searches page by page, %d a page', async (size) => {
    const pages = async (where: 'direct' | 'loop') => {
      const words = size === 1 ? '10' : 'red';
      const first = await loop.ask(
        where,
        `<SearchBooks ${ns}><words>${words}</words><pageSize>${size}</pageSize></SearchBooks>`,
      );
      const { searchId, ...seen } = first;
      const all = [seen];
      for (let page = 2; page <= Number(first['pages']); page++) {
        const body = `<SearchBooksMore ${ns}><searchId>${searchId}</searchId><page>${page}</page></SearchBooksMore>`;
        const { searchId: same, ...more } = await loop.ask(where, body);
        expect(same).toBe(searchId);
        all.push(more);
      }
      return all;
    };
    const direct = await pages('direct');
    expect(await pages('loop')).toEqual(direct);
    expect(direct.length).toBeGreaterThanOrEqual(1);
  });

  it('goes from token to token', async () => {
    const pages = async (where: 'direct' | 'loop') => {
      const all: unknown[] = [];
      let response = await loop.ask(where, `<ListLoans ${ns}><reader>ada</reader></ListLoans>`);
      for (;;) {
        const { token, loan } = response;
        all.push(loan);
        if (token === undefined) return all;
        response = await loop.ask(where, `<ListMoreLoans ${ns}><token>${token}</token></ListMoreLoans>`);
      }
    };
    expect(await pages('loop')).toEqual(await pages('direct'));
  });

  it('takes pages by their numbers', async () => {
    for (const page of [0, 1, 2, 3]) {
      const body = `<ListReaders ${ns}><town>Ulm</town><page>${page}</page></ListReaders>`;
      expect(await loop.ask('loop', body)).toEqual(await loop.ask('direct', body));
    }
  });

  it('answers a cursor that it did not give with a fault', async () => {
    const body = `<SearchBooksMore ${ns}><searchId>S1</searchId><page>2</page></SearchBooksMore>`;
    expect(await loop.ask('loop', body)).toMatchObject({
      $: 'Fault',
      faultstring: 'this cursor is not known, or not any more: search again',
    });
  });
});

describe('jobs through the loop', () => {
  const ns = 'xmlns="https://example.com/reports"';
  let loop: Loop;
  beforeAll(async () => {
    loop = await startLoop('60-jobs', startPhpReports);
  });
  afterAll(() => loop?.stop());

  it.each([2024, 1066])('submits, asks for the state and for the result: %d', async (year) => {
    const story = async (where: 'direct' | 'loop') => {
      const { ticket } = await loop.ask(
        where,
        `<SubmitReport ${ns}><year>${year}</year><region>North</region></SubmitReport>`,
      );
      expect(ticket).toMatch(/^T [0-9a-f]{8}$/);
      const status = () => loop.ask(where, `<ReportStatus ${ns}><ticket>${ticket}</ticket></ReportStatus>`);
      const seen = [await status(), await status(), await status()];
      if (year === 1066) return seen;
      return [...seen, await loop.ask(where, `<GetReport ${ns}><ticket>${ticket}</ticket></GetReport>`)];
    };
    expect(await story('loop')).toEqual(await story('direct'));
  });

  it('answers at once where that is asked for', async () => {
    const body = `<MakeReport ${ns}><year>2024</year></MakeReport>`;
    expect(await loop.ask('loop', body)).toEqual(await loop.ask('direct', body));
  });

  it('answers a result that is not there yet with a fault', async () => {
    const { ticket } = await loop.ask('loop', `<SubmitReport ${ns}><year>2024</year></SubmitReport>`);
    const early = await loop.ask('loop', `<GetReport ${ns}><ticket>${ticket}</ticket></GetReport>`);
    expect(early).toMatchObject({ $: 'Fault', faultstring: 'the job is not done yet' });
  });

  it('brings declared faults through', async () => {
    const body = `<ReportStatus ${ns}><ticket>none</ticket></ReportStatus>`;
    const [direct, through] = [await loop.ask('direct', body), await loop.ask('loop', body)];
    expect(through['detail']).toEqual(direct['detail']);
    expect(through['faultstring']).toEqual(direct['faultstring']);
  });
});

describe('steps and each in front of a REST service', () => {
  const ns = 'xmlns="https://example.com/people"';
  let face: SoapFace;
  beforeAll(async () => {
    face = await startSoapFace(tutorial('50-calls'));
  });
  afterAll(() => face?.stop());

  it('asks for each person, and has one entry for each', async () => {
    face.rest.answer = ({ target }) =>
      target === '/v1/person/2'
        ? {
            status: 404,
            headers: { 'content-type': 'application/problem+json' },
            body: '{"status":404,"code":"NO_SUCH","detail":"not here"}',
          }
        : { body: JSON.stringify({ name: `n${target.slice(-1)}`, email: 'e' }) };
    const ids = [3, 2, 1].map((id) => `<personId>${id}</personId>`).join('');
    expect(await ask(face.url, `<GetPeople ${ns}>${ids}</GetPeople>`)).toEqual({
      $: 'GetPeopleResponse',
      entry: [
        { ok: 'true', name: 'n3', email: 'e' },
        { ok: 'false', code: 'NO_SUCH', message: 'not here' },
        { ok: 'true', name: 'n1', email: 'e' },
      ],
    });
  });

  it('uses the first response in the second request', async () => {
    face.rest.asked.length = 0;
    face.rest.answer = ({ target }) => ({
      body: target.includes('?') ? '{"key":"k 1","name":"Ada"}' : '{"number":"1"}',
    });
    expect(await ask(face.url, `<GetContact ${ns}><email>a@b</email></GetContact>`)).toEqual({
      $: 'GetContactResponse',
      name: 'Ada',
      phone: '1',
    });
    expect(face.rest.asked.map((one) => one.target)).toEqual([
      '/v1/directory?email=a%40b',
      '/v1/directory/k%201/phone',
    ]);
  });
});
