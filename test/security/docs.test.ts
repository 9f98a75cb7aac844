// docs/reference/security.md promises what tests show, and its limits are those of the program.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_ALL_BYTES, MAX_BYTES } from '../../src/codec/datatypes/regex/cache.ts';
import { allowance, FIRST_STEPS } from '../../src/codec/datatypes/regex/steps.ts';
import { contractLimits, DERIVATION_DEPTH, MODEL_DEPTH } from '../../src/contract/source/limits.ts';
import { defaultJsonLimits } from '../../src/json/limits.ts';
import { isOption, options } from '../../src/server/settings/options.ts';
import { defaultLimits } from '../../src/xml/reader/limits.ts';
import { gapsOf, mistakeIn, readProofs } from '../claims/claims.ts';

const root = join(import.meta.dirname, '../..');
const docs = readFileSync(join(root, 'docs/reference/security.md'), 'utf8');
const rows = (heading: string) =>
  docs
    .slice(docs.indexOf(`## ${heading}`))
    .split('\n\n')
    .find((block) => block.startsWith('|'))!
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('docs/reference/security.md', () => {
  const promises = rows('What is promised');

  it.each(promises)('%s', (promise, tests) => {
    const files = [...tests.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file);
    expect(files).not.toEqual([]);
    const texts = files.map((file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''));
    expect(texts).not.toContain('');
    // Tests of this suite name what they are about.
    const ours = files.every((file) => file.startsWith('test/security/'));
    if (ours) for (const [id] of promise.matchAll(/T-SEC-\d+/g)) expect(texts.join()).toContain(id);
  });

  it('has limits that are settings, with the defaults of the settings', () => {
    for (const [what, value, settings] of rows('Limits')) {
      for (const [, name] of settings.matchAll(/`(\w+)`/g)) {
        expect(isOption(name), name).toBe(true);
        const { default: preset, details = '' } = (options as Record<string, { default?: string; details?: string }>)[
          name
        ];
        // A default that depends on the machine stands in words.
        const computed = details.includes(`Default: ${value}.`);
        const shown = value.replaceAll(',', '').replace(/(\d) (KiB|MiB|s)/g, '$1$2');
        expect([what, name, shown]).toEqual([
          what,
          name,
          preset === undefined ? (computed ? value : 'none') : expect.stringContaining(preset),
        ]);
      }
    }
  });

  it('has the limits of the readers', () => {
    const numbers = rows('Limits')
      .map(([, value]) => value.replaceAll(',', ''))
      .join('\n');
    const { text, tag, name, namespaces } = defaultLimits;
    expect(numbers).toContain(`${tag / 1024} KiB; ${name} bytes`);
    expect(numbers).toContain(`\n${namespaces}\n`);
    expect(numbers).toContain(`\n${text} bytes\n`);
    expect(defaultJsonLimits.text).toBe(text);
    expect(numbers).toContain(`\n${defaultJsonLimits.members}\n`);
    const { files, bytes, depth, components } = contractLimits;
    expect(numbers).toContain(`${files} ${bytes / 1024 / 1024} MiB ${depth} ${components}`);
  });

  it('has the limits of patterns and contracts', () => {
    const limits = new Map(rows('Limits').map(([what, value]) => [what, value.replaceAll(',', '')]));
    const limitOf = (words: string) => [...limits].find(([what]) => what.startsWith(words))?.[1];
    const forEach = allowance(1001) - allowance(1000);
    expect(allowance(1000)).toBe(FIRST_STEPS + 1000 * forEach);
    expect(limitOf('steps of patterns')).toBe(`${FIRST_STEPS} and ${forEach} for each byte`);
    expect(limitOf('memory of patterns')).toBe(`${MAX_BYTES / 1024 ** 2} MiB; ${MAX_ALL_BYTES / 1024 ** 2} MiB`);
    expect(limitOf('particles of one content model')).toBe(`${contractLimits.particles}; ${MODEL_DEPTH}`);
    expect(limitOf('particles, attributes and substitutes')).toBe(String(contractLimits.expandedParticles));
    expect(limitOf('members of a union')).toBe(String(contractLimits.members));
    expect(limitOf('steps of derivation')).toBe(String(DERIVATION_DEPTH));
  });

  it('every sentence beside the promises has its proof, and every proof its sentence', () => {
    const proofs = readProofs(readFileSync(join(root, 'test/claims/security.txt'), 'utf8'));
    expect(gapsOf(docs, proofs), 'put each sentence and its test into test/claims/security.txt').toEqual({
      unproven: [],
      stale: [],
    });
    const mistakes = [...proofs].flatMap(([sentence, all]) =>
      all.map((proof) => [sentence, proof, mistakeIn(proof)] as const).filter(([, , mistake]) => mistake !== undefined),
    );
    expect(mistakes).toEqual([]);
    const left = [...proofs].filter(([, all]) => all.some((proof) => proof.startsWith('unproven: ')));
    for (const [sentence] of left) expect(sentence).toMatch(/\(no test shows this\)|measured by hand/);
    expect(left.length).toBeLessThan(10);
  });
});
