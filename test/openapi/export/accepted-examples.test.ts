// What a description shows as an example is a request that the gateway takes: parameters and body together.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curlLine } from '../../../src/cli/first-request.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { SoapstoneError } from '../../../src/errors/errors.ts';
import { scan } from '../../../src/json/tape.ts';
import { compileMapping } from '../../../src/mapping/compile.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { describeRest } from '../../../src/openapi/export/document.ts';
import { sampleRequest } from '../../../src/samples/sample-exchange.ts';
import { operationsOf } from '../../oracle/openapi.ts';

const root = join(import.meta.dirname, '..', '..', '..', 'mappings');
const tutorials = readdirSync(root).filter((name) => /^\d/.test(name));

/** A document as JSON has no type of its own. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Document = any;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

function requestsOf(document: Document): Sent[] {
  const resolve = (part: Document): Document =>
    part?.$ref
      ? resolve(
          part.$ref
            .split('/')
            .slice(1)
            .reduce((at: Document, key: string) => at[key], document),
        )
      : part;
  return Object.entries<Document>(document.paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => {
      const sent = { method: method.toUpperCase(), path, query: new URLSearchParams(), headers: {} as Sent['headers'] };
      for (const one of (operation.parameters ?? []).map(resolve).filter(({ required }: Document) => required)) {
        const value = one.example ?? one.schema.examples?.[0] ?? one.schema.enum?.[0] ?? one.schema.const;
        if (one.in === 'path') sent.path = sent.path.replace(`{${one.name}}`, encodeURIComponent(value));
        else if (one.in === 'query') for (const text of [value].flat()) sent.query.append(one.name, text);
        else sent.headers[one.name.toLowerCase()] = value;
      }
      const [media] = Object.values<Document>(operation.requestBody?.content ?? {});
      const body = media && (media.example ?? resolve(media.schema).examples?.[0]);
      if (media) expect(body, `${method} ${path} has no example`).toBeDefined();
      return { ...sent, query: sent.query.toString(), body };
    }),
  );
}

/** undefined: one of its rules takes the request. */
function refusal(mapping: Mapping, { method, path, query, headers, body }: Sent): string | undefined {
  const result = mapping.lookup(method, path);
  if (result.kind !== 'found') return `${method} ${path}: ${result.kind}`;
  const json = body === undefined ? undefined : scan(Buffer.from(JSON.stringify(body)));
  const problems: string[] = [];
  for (const rule of result.rules) {
    try {
      if (rule.request.rest.match({ method, segments: result.segments, query, headers, body: json })) return undefined;
    } catch (error) {
      if (!(error instanceof SoapstoneError)) throw error;
      problems.push(error.message);
    }
  }
  return `${method} ${path}?${query} ${JSON.stringify(body)}: ${problems.join('; ')}`;
}

const documentOf = (mapping: Mapping): Document => JSON.parse(JSON.stringify(describeRest([mapping])));

describe.each(tutorials)('the description of %s', (name) => {
  it('has examples that the gateway takes', async () => {
    const mapping = await loadMapping(join(root, name));
    const refusals = requestsOf(documentOf(mapping)).flatMap((sent) => refusal(mapping, sent) ?? []);
    expect(refusals).toEqual([]);
  });
});

const CHECK = `soapstone: 2
rules:
  - POST /vats/{vatNumber}/check: CheckVat
  - POST /orders: CreateOrder
`;

describe('a contract with an id in the path, choices, bounds and free patterns', () => {
  const contract = loadContract(join(import.meta.dirname, 'contracts', 'orders.wsdl'));

  it('has an example for each problem, in the form of the table', async () => {
    const { components }: Document = describeRest([await loadMapping(join(root, '80-foreign-errors'))]);
    const all = Object.values<Document>(components.responses).flatMap(({ content }) =>
      Object.values<Document>(content),
    );
    for (const { example } of all) expect(example).toBeDefined();
    expect(all.map(({ example }) => example)).toContainEqual({
      failure: { reason: 'NO_PLACES', text: 'No places', facts: { left: 1 } },
    });
  });

  it('has an example for each body, without what the path says', async () => {
    const mapping = compileMapping(CHECK, 'mapping.yaml', await contract);
    const document = documentOf(mapping);
    const sent = requestsOf(document);
    expect(sent.flatMap((one) => refusal(mapping, one) ?? [])).toEqual([]);
    expect(sent[0]).toMatchObject({ path: '/vats/text/check', body: { countryCode: 'text' } });
    const order = { item: { weight: 1, code: 'AA-1' }, address: { box: 'text', city: 'text' }, odd: 'x#-' };
    expect(sent[1].body).toEqual(order);
    const { schema } = document.paths['/orders'].post.responses['200'].content['application/json'];
    const { examples } = document.components.schemas[schema.$ref.split('/').at(-1)];
    expect(examples[0]).toEqual({ status: { number: 1, text: 'text' } });
  });

  it('shows the request of the line to try', async () => {
    const mapping = compileMapping(CHECK, 'mapping.yaml', await contract);
    const [rule] = mapping.rules;
    expect(curlLine(sampleRequest(mapping, rule)!, 'http://127.0.0.1:1')).toContain(
      `-d '{"countryCode":"text"}' 'http://127.0.0.1:1/vats/text/check'`,
    );
  });
});
