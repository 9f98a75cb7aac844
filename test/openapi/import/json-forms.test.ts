// Random instances of the contracts that come of public APIs, in JSON: the API's own schemas, by ajv, are the judge. So SOAP callers send and get
// what the API means.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/bytes/buffer.ts';
import type { Codec } from '../../../src/codec/model/codec.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { json, textOf } from '../../../src/json/value.ts';
import { loadMapping } from '../../../src/mapping/load.ts';
import type { Mapping } from '../../../src/mapping/model/mapping.ts';
import { convert } from '../../../src/openapi/import/convert.ts';
import { instances } from '../../laws/instances.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

async function mappingOf(file: string): Promise<Mapping> {
  const dir = mkdtempSync(join(tmpdir(), 'soapstone-forms-'));
  try {
    mkdirSync(join(dir, 'contract'));
    for (const [name, text] of convert(file).files) writeFileSync(join(dir, name), text);
    return await loadMapping(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

type Member = 'body' | 'result';

interface Described {
  readonly path: string;
  readonly method: string;
  readonly requestBody?: { readonly content?: object };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/** In the order of the rules that they become. */
function operationsOf(description: unknown): Described[] {
  const { paths } = description as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete', 'patch'].flatMap((method) =>
      item[method] ? { ...item[method], path, method } : [],
    ),
  );
}

/** Where the description has the schema of an operation's request body or response body. */
function pointerOf({ path, method, requestBody, responses }: Described, member: Member): string | undefined {
  const status = Object.keys(responses).find((s) => s.startsWith('2')) ?? 'default';
  const [steps, content] =
    member === 'body' ? [['requestBody'], requestBody?.content] : [['responses', status], responses[status]?.content];
  const media = Object.keys(content ?? {}).find((name) => name.startsWith('application/json'));
  return media && ['paths', path, method, ...steps, 'content', media, 'schema'].map(step).join('/');
}

function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function coder(codec: Codec, element: ElementDecl) {
  const program = codec.program(element, { kind: 'hole', slot: 0 }, 1);
  return {
    decode(xml: string): string {
      const decoder = program.decoder();
      decoder.write(Buffer.from(xml));
      return textOf(decoder.end()[0]!);
    },
    encode(text: string): string {
      const out = new ByteBuffer();
      program.encode([json(Buffer.from(text))], out);
      return Buffer.from(out.slice()).toString();
    },
  };
}

describe.each([['3.0/json/star-trek.json'], ['3.1/json/petstore.json']])('%s', async (name) => {
  const file = join(examples, name);
  const description: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const mapping = await mappingOf(file);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description as object, 'api');

  /** Lists of which a note says that they are absent when they are empty. */
  const lists = new Set(
    convert(file).notes.flatMap((n) => (n.message.includes('no empty list') ? n.pointer.replace(/.*\//, '') : [])),
  );
  const isNoted = ({ keyword, params }: ErrorObject) => keyword === 'required' && lists.has(params.missingProperty);
  const described = operationsOf(description);
  const sides = mapping.rules.flatMap((rule, i) =>
    (['body', 'result'] as const).flatMap((member) => {
      const element = (member === 'body' ? rule.operation.input : rule.operation.output)?.body[0];
      const pointer = pointerOf(described[i], member);
      return element && pointer ? [{ title: `${rule.id} ${member}`, element, member, pointer }] : [];
    }),
  );

  it('has rules for all operations, most of them with bodies', () => {
    expect(mapping.rules).toHaveLength(described.length);
    expect(sides.length).toBeGreaterThan(described.length / 2);
  });

  it.each(sides)('$title is the JSON of the API', ({ element, member, pointer }) => {
    const valid = ajv.compile({ $ref: `api#/${pointer}` }) as ValidateFunction;
    const { decode, encode } = coder(mapping.codec, element);
    const law = fc.property(instances(mapping.codec.schemas, element, { size: 600, depth: 4 }), ({ xml }) => {
      const text = decode(xml);
      const value = (JSON.parse(text) as Partial<Record<Member, unknown>>)[member];
      if (value !== undefined) valid(value);
      expect((value !== undefined && valid.errors?.filter((error) => !isNoted(error))) || []).toEqual([]);
      expect(decode(encode(text))).toBe(text);
    });
    fc.assert(law, { numRuns: 5, endOnFailure: true });
  });
});
