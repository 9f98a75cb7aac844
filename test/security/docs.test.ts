// docs/reference/security.md promises what tests show, and its limits are those of the program.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractLimits } from '../../src/contract/source/limits.ts';
import { defaultJsonLimits } from '../../src/json/limits.ts';
import { isOption, options } from '../../src/server/settings/options.ts';
import { defaultLimits } from '../../src/xml/reader/limits.ts';

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
        const { default: preset, doc } = (options as Record<string, { default?: string; doc: string }>)[name];
        // A default that depends on the machine stands in words.
        const computed = doc.includes(`; default ${value};`);
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
});
