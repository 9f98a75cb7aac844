// The codec takes the words of a content model that libxml2 takes, and no others; what it writes is valid, and has the same children in the same order by name.
// MODELS says how many models are drawn, MODELS_SEED which.
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../src/bytes/buffer.ts';
import { createCodec } from '../../src/codec/create.ts';
import { dialect } from '../../src/codec/datatypes/dialect.ts';
import type { Codec } from '../../src/codec/model/codec.ts';
import { loadContractFrom } from '../../src/contract/load.ts';
import type { ComplexType, ElementDecl, Schemas } from '../../src/contract/model/model.ts';
import { SoapstoneError } from '../../src/errors/errors.ts';
import { validator } from '../codec/schema/validator.ts';
import { sample } from '../sample-size.ts';
import {
  compiling,
  isDeterministic,
  judge,
  NAMES,
  NS,
  randomModels,
  schemaOf,
  WORDS,
  type Word,
  xmlOf,
} from './content-models.ts';
import { plainForm } from './same-json.ts';
import { Transcode } from './transcode.ts';

const COUNT = Number(process.env['MODELS'] ?? sample(60, 500));
const SEED = Number(process.env['MODELS_SEED'] ?? 16);

interface Written {
  readonly model: string;
  readonly word: Word;
  readonly json: string;
  readonly xml: string;
}

/** Values of each name in document order. */
function contentOf(xml: string): unknown {
  return NAMES.map((name) =>
    [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}>(\\d+)<`, 'g'))].map(([, value]) => value),
  );
}

/** Undefined where the codec refuses, with a code. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof SoapstoneError && /^(CODEC|JSON)_/.test(error.code)) return undefined;
    throw error;
  }
}

function schemasOf(models: readonly string[]): Schemas {
  return loadContractFrom(new Map([['main.xsd', Buffer.from(schemaOf(models))]]), 'main.xsd').schemas;
}

/** libxml2 takes some in which a name does not tell its particle, and then may search without end. */
function deterministic(models: readonly string[]): readonly string[] {
  const schemas = schemasOf(models);
  return models.filter((_, i) => {
    const { content } = schemas.elements.get(`{${NS}}m${i}`)!.type as ComplexType;
    return content.kind !== 'elements' || isDeterministic(content.particle);
  });
}

/** Each member in a slot of its own, there and back. */
function bySlots(codec: Codec, element: ElementDecl, xml: string): string {
  const members = codec.members(element.type);
  const entries = members.map((member, slot) => ({ member, shape: { kind: 'hole' as const, slot } }));
  const program = codec.program(element, { kind: 'members', entries }, members.length);
  const decoder = program.decoder();
  decoder.write(Buffer.from(xml));
  const out = new ByteBuffer();
  program.encode(decoder.end(), out);
  return Buffer.from(out.slice()).toString();
}

describe('content models', () => {
  const models = deterministic(compiling(randomModels(4 * COUNT, SEED))).slice(0, COUNT);
  const elements = models.flatMap((_, i) => WORDS.map((word) => xmlOf(i, word)));
  const verdicts = judge(models, elements);
  const schemas = schemasOf(models);
  const codec = createCodec(schemas, dialect());
  const written: Written[] = [];

  it('are drawn in the number wanted', () => {
    expect(models).toHaveLength(COUNT);
  });

  it('take the words that libxml2 takes, and give their content back', () => {
    const wrong: unknown[] = [];
    models.forEach((model, i) => {
      const element = schemas.elements.get(`{${NS}}m${i}`)!;
      const transcode = new Transcode(codec, element);
      const problemsOf = validator(element, schemas, codec.dialect);
      for (const [w, word] of WORDS.entries()) {
        const xml = xmlOf(i, word);
        const valid = verdicts[i * WORDS.length + w];
        const json = attempt(() => transcode.decode(xml));
        if ((json !== undefined) !== valid) wrong.push({ model, word: word.join(''), valid, json });
        if (json === undefined) continue;
        const again = attempt(() => transcode.encode(json));
        const problems = problemsOf(JSON.parse(json));
        if (again === undefined || problems.length > 0) {
          wrong.push({ model, word: word.join(''), json, problems });
          continue;
        }
        expect(contentOf(again)).toEqual(contentOf(xml));
        expect(plainForm(transcode.decode(again, [7, 1, 30]))).toEqual(plainForm(json));
        expect(bySlots(codec, element, xml).replace(/ xmlns:\w+="[^"]*"/g, '')).toBe(
          again.replace(/ xmlns:\w+="[^"]*"/g, ''),
        );
        written.push({ model, word, json, xml: again });
      }
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it('write what libxml2 takes', () => {
    const judged = judge(
      models,
      written.map(({ xml }) => xml),
    );
    expect(written.filter((_, i) => !judged[i]).slice(0, 5)).toEqual([]);
    expect(written.length).toBeGreaterThan(models.length);
  });

  it('refuse numbers of members that no word has', () => {
    const wrong: unknown[] = [];
    models.forEach((model, i) => {
      const element = schemas.elements.get(`{${NS}}m${i}`)!;
      const members = codec.members(element.type);
      if (!members.every((m) => m.kind === 'element')) return;
      const transcode = new Transcode(codec, element);
      const valid = WORDS.filter((_, w) => verdicts[i * WORDS.length + w]).map(countsOf);
      for (const counts of new Set(WORDS.map(countsOf))) {
        const parts = members.flatMap((m) => {
          const values = [...counts].filter((name) => name === m.element.name.local).map((_, n) => n);
          if (values.length === 0) return [];
          return m.list ? [`"${m.key}":[${values}]`] : values.map((v) => `"${m.key}":${v}`);
        });
        if (parts.length < new Set(counts).size) continue;
        const xml = attempt(() => transcode.encode(`{${parts}}`));
        if ((xml !== undefined) !== valid.includes(counts)) wrong.push({ model, counts, xml });
      }
    });
    expect(wrong.slice(0, 20)).toEqual([]);
  });
});

function countsOf(word: Word): string {
  return [...word].sort().join('');
}
