// Help texts of options: short enough to be read in a terminal.
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { program } from '../../../src/cli/program.ts';
import { optionNames, specOf } from '../../../src/server/settings/options.ts';

const MOST_KEYS = 12;
const LINK = /\]\(/;

const commands = program(() => {}, undefined).commands;

function optionsOf(command: Command): [string, string][] {
  return command.options.map(({ flags, description }) => [flags, description.replace(/ \[[^\]]*\]$/, '')]);
}

test.each(optionNames)('%s', (name) => {
  const { doc } = specOf(name);
  expect(doc.split(/\s+/).length, doc).toBeLessThanOrEqual(MOST_KEYS);
  expect(doc).not.toMatch(LINK);
  expect(doc).not.toMatch(/\.$/);
});

describe.each(commands.map((command) => [command.name(), command] as const))('%s', (_, command) => {
  test('has short help texts', () => {
    for (const [flags, text] of optionsOf(command)) {
      expect(text.split(/\s+/).length, `${flags}: ${text}`).toBeLessThanOrEqual(MOST_KEYS);
      expect(text).not.toMatch(LINK);
    }
  });
});
