import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flagOf } from '../../src/server/settings/option-spec.ts';
import { optionNames } from '../../src/server/settings/options.ts';
import { run } from './spawn-cli.ts';

const VERBS = [
  'serve',
  'init',
  'operations',
  'check',
  'call',
  'explain',
  'test',
  'compile',
  'pack',
  'demo',
  'health',
  'drain',
  'docs',
  'completion',
  'version',
];

describe('usage', () => {
  test('help lists the commands', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const verb of VERBS) expect(out).toMatch(new RegExp(`^  ${verb}\\b`, 'm'));
    expect(out).toContain('Examples\n  $ soapstone serve --contract');
    const lines = out.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThan(48);
  });

  test.each(VERBS)('%s --help has examples', async (verb) => {
    const { code, out } = await run([verb, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Examples:\n  $ `);
    expect(out).toContain(`soapstone ${verb}`);
  });

  test.each([
    ['--lenient', '<true|false>'],
    ['--present', '<rest|soap|mcp>'],
  ])('%s without a value names the values', async (flag, values) => {
    const { code, err } = await run(['serve', flag]);
    expect([code, err]).toEqual([2, expect.stringContaining(`option '${flag} ${values}' argument missing`)]);
  });

  test.each([
    ['--mtom', '<true|false>'],
    ['--present', '<rest|soap|mcp>'],
  ])('%s with the next option in place of its value says so', async (flag, values) => {
    const { code, err } = await run(['serve', flag, '--port', '0']);
    const message = `option '${flag} ${values}' argument '--port' is invalid. It is another option`;
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('serve --help is short, and --help-all has every option', async () => {
    const short = await run(['serve', '--help']);
    expect(short.out).toContain('--upstream <url>');
    expect(short.out).not.toContain('--breaker-pause');
    expect(short.out.split('\n').length).toBeLessThan(48);
    const { code, out } = await run(['serve', '--help-all']);
    expect(code).toBe(0);
    for (const name of optionNames) expect(out).toContain(`${flagOf(name)} <`);
    expect(out).toContain(' URL of the upstream service');
  });

  test.each([['version'], ['--version']])('%s', async (verb) => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await run([verb])).toEqual({ code: 0, err: '', out: `soapstone ${version} (node ${process.version})\n` });
  });

  test.each([
    [['servee'], 'Did you mean serve?'],
    [['serve', '--upstrem', 'x'], 'Did you mean --upstream?'],
    [['check'], 'SETTINGS: name the folders of mappings, or a settings file with --config'],
    [['compile', 'x.wsdl'], 'SETTINGS: x.wsdl is no mapping folder: name the file to write with -o FILE'],
    [
      ['serve', '--port', 'x', '--mapping', 'm', '--upstream', 'http://h/'],
      'SETTINGS: --port "x" is not a port (0 to 65535)',
    ],
    [['serve'], 'SETTINGS: a bridge needs --mapping (or SOAPSTONE_MAPPING, or mapping in soapstone.yaml)'],
  ])('%j is wrong usage: exit code 2', async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});
