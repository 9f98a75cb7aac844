// Flows through the loop of SOAP: jobs with random messages, and searches page by page over random lists.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation, SoapVersion } from '../../src/contract/model/contract.ts';
import { loadMapping } from '../../src/index.ts';
import { tutorial } from '../e2e/scene.ts';
import type { Form } from '../laws/canonical.ts';
import { type Chain, startChain } from './chain.ts';
import { undescribed } from './described.ts';
import { envelope, media, type Said } from './envelope.ts';
import { memberOf, valueIn, without } from './form.ts';
import { type Library, loansOf, readersOf, searches } from './library.ts';
import type { Limits } from './limits.ts';
import { endOnFailure, flowing, RUNS } from './places.ts';
import { anyElements, faults, messages } from './random.ts';
import { type Others, SoapLaw } from './soap-law.ts';

const TIMEOUT = 120_000;
const versions = fc.constantFrom<SoapVersion>('1.1', '1.2');

describe('60-jobs', async () => {
  const folder = tutorial('60-jobs');
  const mapping = await loadMapping(folder);
  const elements = anyElements(mapping.contract.schemas);
  let chain: Chain;
  let law: SoapLaw;
  beforeAll(async () => {
    chain = await startChain(folder, 'soap');
    law = new SoapLaw(chain, mapping);
  });
  afterAll(() => chain?.stop());

  const operations = flowing['60-jobs'].flatMap((name) =>
    (['replies', 'faults'] as const).map((kind) => ({
      name,
      kind,
      operation: mapping.contract.operations.find((op) => op.name === name) as Operation,
    })),
  );

  it.each(operations)('$name: $kind', { timeout: TIMEOUT }, async ({ name, kind, operation }) => {
    const normal = messages(operation.output!, elements).map(({ body }) => envelope('1.1', body));
    const replies = kind === 'replies' ? normal : faults(operation, elements);
    const property = fc.asyncProperty(
      versions,
      messages(operation.input, elements),
      replies,
      (version, request, response) =>
        law.check({ operation, version, request, response }, own[name] ?? {}, done[name] ?? []),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  it('is REST as the OpenAPI document says', () => {
    expect(chain.traffic.length).toBeGreaterThan(RUNS);
    expect(undescribed(mapping, chain.traffic)).toEqual([]);
  });
});

/** Limit: requests of flows. A result is asked for after its state. */
const done: Readonly<Record<string, Others>> = { GetReport: finished('Report'), GetImport: finished('Import') };

function finished(kind: string): Others {
  const status = `${kind}Status`;
  const state = '<state>FINISHED</state><percent>100</percent>';
  const ns = 'https://example.com/reports';
  return [[status, envelope('1.1', `<${status}Response xmlns="${ns}">${state}</${status}Response>`)]];
}

const own: Readonly<Record<string, Limits>> = {
  SubmitReport: { broken: unfitTicket },
  ReportStatus: { refused: unfitTicket },
  GetReport: { refused: unfitTicket },
  SubmitImport: { broken: unfitTicket },
  ImportStatus: { refused: unfitTicket },
  GetImport: { refused: unfitTicket },
};

/** Limit: values that the path needs. */
function unfitTicket({ body }: Said): string | undefined {
  const [ticket] = (body?.[0].content ?? []) as Form[];
  return ticket && /^\.{0,2}$|[/\\]/.test(ticket.content as string) ? 'path' : undefined;
}

type Story = (ask: (name: string, inner: string) => Promise<Said>) => Promise<readonly Said[]>;

describe('40-paging', async () => {
  const folder = tutorial('40-paging');
  const mapping = await loadMapping(folder);
  const { operations, schemas } = mapping.contract;
  const elements = anyElements(schemas, 60);
  const operation = (name: string) => operations.find((op) => op.name === name) as Operation;
  let chain: Chain;
  let law: SoapLaw;
  beforeAll(async () => {
    chain = await startChain(folder, 'soap');
    law = new SoapLaw(chain, mapping);
  });
  afterAll(() => chain?.stop());

  const NS = 'xmlns="https://example.com/library"';

  /** Random items of the list `local` in the response of an operation, with sizes that make no page, parts of one, and several. */
  const items = (name: string, local: string) => {
    const item = memberOf(operation(name).output!.body[0], local);
    return fc.array(elements(item), { maxLength: 45, size: 'max' });
  };

  /** Both ways of a story: everything that comes back, without names of cursors. */
  async function both(version: SoapVersion, library: Library, story: Story): Promise<void> {
    const { peer, direct, through } = chain;
    peer.answer = ({ body }) => ({ headers: { 'content-type': media['1.1'] }, body: envelope('1.1', library(body)) });
    const ask = (url: string, spoken: SoapVersion) => (name: string, inner: string) =>
      law.ask(url, operation(name), spoken, { body: `<${name} ${NS}>${inner}</${name}>`, header: '' });
    const wanted = await story(ask(direct, '1.1'));
    expect(unversioned(await story(ask(through, version)))).toEqual(unversioned(wanted));
  }

  it('searches page by page', { timeout: TIMEOUT }, async () => {
    const search = fc.record({
      size: fc.integer({ min: 1, max: 50 }),
      words: fc.option(fc.constantFrom('', 'a b', 'é&lt;/')),
    });
    const property = fc.asyncProperty(
      versions,
      items('SearchBooks', 'book'),
      search,
      (version, books, { size, words }) =>
        both(version, searches(books), async (ask) => {
          const first = await ask(
            'SearchBooks',
            `${words === null ? '' : `<words>${words}</words>`}<pageSize>${size}</pageSize>`,
          );
          const id = valueIn(first, 'searchId') as string;
          const pages = [without(first, 'searchId')];
          for (let page = 2; page <= Number(valueIn(first, 'pages')); page++) {
            const more = await ask('SearchBooksMore', `<searchId>${id}</searchId><page>${page}</page>`);
            expect(valueIn(more, 'searchId')).toBe(id);
            pages.push(without(more, 'searchId'));
          }
          return pages;
        }),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  it('goes from token to token', { timeout: TIMEOUT }, async () => {
    const property = fc.asyncProperty(versions, items('ListLoans', 'loan'), (version, loans) =>
      both(version, loansOf(loans), async (ask) => {
        const pages: Said[] = [];
        let response = await ask('ListLoans', '<reader>ada b</reader>');
        for (;;) {
          const token = valueIn(response, 'token');
          pages.push(without(response, 'token'));
          if (token === undefined) return pages;
          response = await ask('ListMoreLoans', `<token>${token}</token>`);
        }
      }),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  it('takes pages by their numbers', { timeout: TIMEOUT }, async () => {
    const property = fc.asyncProperty(versions, items('ListReaders', 'reader'), fc.nat(5), (version, readers, page) =>
      both(version, readersOf(readers), async (ask) => [
        await ask('ListReaders', `<town>Ulm</town><page>${page}</page>`),
      ]),
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure });
  });

  it('is REST as the OpenAPI document says', () => {
    expect(chain.traffic.length).toBeGreaterThan(RUNS);
    expect(undescribed(mapping, chain.traffic)).toEqual([]);
  });
});

/** The version of the envelopes is the client's own. */
function unversioned(told: readonly Said[]): unknown[] {
  return told.map(({ version, ...said }) => said);
}
