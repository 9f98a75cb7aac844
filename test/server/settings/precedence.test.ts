import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { environmentName, flagOf } from '../../../src/server/settings/option-spec.ts';
import { type OptionName, optionNames, specOf } from '../../../src/server/settings/options.ts';
import type { Settings } from '../../../src/server/settings/settings.ts';
import { temp } from '../temp.ts';

/** Three different texts for an option, and what they become. */
function samples(name: OptionName): [string, unknown][] {
  const { kind, values = [] } = specOf(name);
  switch (kind) {
    case 'port':
      return [
        ['1001', 1001],
        ['1002', 1002],
        ['1003', 1003],
      ];
    case 'count':
      return [
        ['11', 11],
        ['12', 12],
        ['13', 13],
      ];
    case 'duration':
      return [
        ['11ms', 11],
        ['12s', 12_000],
        ['2m', 120_000],
      ];
    case 'size':
      return [
        ['2048', 2048],
        ['3KiB', 3072],
        ['1MiB', 1_048_576],
      ];
    case 'url':
      return ['a', 'b', 'c'].map((host) => [`http://${host}/x`, `http://${host}/x`]);
    case 'path':
      return ['/a', '/b/c', '/d'].map((path) => [path, path]);
    case 'paths':
      return [
        ['/a', ['/a']],
        ['/b,/c', ['/b', '/c']],
        ['/d', ['/d']],
      ];
    case 'networks':
      return [0, 1, 2].map((i) => [`10.${i}.0.0/16`, [`10.${i}.0.0/16`]]);
    case 'hosts':
      return [
        ['a.example', ['a.example']],
        ['B.example:8080,[::1]', ['b.example:8080', '[::1]']],
        ['127.0.0.1', ['127.0.0.1']],
      ];
    case 'origins':
      return [
        ['http://a', ['http://a']],
        ['https://b:8443/,http://c', ['https://b:8443', 'http://c']],
        ['http://[::1]:1', ['http://[::1]:1']],
      ];
    case 'pairs':
      return [
        ['a=1', ['a=1']],
        ['a=2,b=x=y', ['a=2', 'b=x=y']],
        ['c=', ['c=']],
      ];
    case 'list':
      return [
        ['a.*', ['a.*']],
        ['b,!GET /c', ['b', '!GET /c']],
        ['d', ['d']],
      ];
    case 'rate':
      return ['10/s', '20/5m', '30/24h'].map((rate) => [rate, rate]);
    case 'switch':
      return [
        ['true', true],
        ['false', false],
        ['true', true],
      ];
    case 'store':
      return [
        ['redis://a:6380/2', 'redis://a:6380/2'],
        ['rediss://user@b', 'rediss://user@b'],
        ['sentinel://user@b:26379/name/2', 'sentinel://user@b:26379/name/2'],
      ];
    case 'secret':
      return [
        ['env:PASSWORD', 'env:PASSWORD'],
        ['file:/run/secrets/a', 'file:/run/secrets/a'],
        ['file:/run/secrets/b', 'file:/run/secrets/b'],
      ];
    case 'auth':
      return [true, false, true].map((pass) => [
        `{ back: { pass: ${pass} } }`,
        { front: [], callers: [], back: { fields: new Map(), pass }, secretFiles: [] },
      ]);
    case 'cors':
      return ['a', 'b', 'c'].map((host) => [
        `https://${host}.example`,
        expect.objectContaining({ origins: [`https://${host}.example`], credentials: false, rules: [] }),
      ]);
    case 'choice':
      return [0, 1, 2].map((i) => [values[i % values.length], values[i % values.length]]);
    default:
      return ['a', 'b', 'c'].map((text) => [text, text]);
  }
}

const SOURCES = ['flag', 'environment', 'file'] as const;
type Source = (typeof SOURCES)[number];

/** All non-empty sets of sources: the strongest of each must win, whatever the others say. */
const SETS: Source[][] = [1, 2, 3, 4, 5, 6, 7].map((bits) => SOURCES.filter((_, i) => bits & (1 << i)));

function load(name: OptionName, given: Partial<Record<Source, string>>): Promise<Settings> {
  const others = { mapping: '/somewhere/mapping', upstream: 'http://needed/' };
  const file = given.file === undefined ? '' : `${name}: ${JSON.stringify(given.file)}\n`;
  const cwd = temp({ 'soapstone.yaml': file });
  const flags: Record<string, string> = name === 'mapping' || name === 'upstream' ? {} : { ...others };
  if (name === 'mapping') flags.upstream = others.upstream;
  if (name === 'upstream') flags.mapping = others.mapping;
  if (name === 'path') flags.present = 'soap';
  if (given.flag !== undefined) flags[name] = given.flag;
  const environment = given.environment === undefined ? {} : { [environmentName(name)]: given.environment };
  return loadSettings({ flags, environment, cwd });
}

function settingOf(settings: Settings, name: OptionName): unknown {
  const scope = specOf(name).scope === 'bridge' ? settings.bridges[0] : settings;
  return (scope as unknown as Record<string, unknown>)[name];
}

function isPath(name: OptionName): boolean {
  return [
    'mapping',
    'contract',
    'upstreamCa',
    'upstreamCert',
    'upstreamKey',
    'storeCa',
    'tlsCert',
    'tlsKey',
    'clientCa',
    'debugWireFile',
    'tableCache',
  ].includes(name);
}

/** `present: soap` is refused; the others have no value that is. */
const tested = optionNames.filter((name) => name !== 'present');

describe.each(tested)('%s', (name) => {
  test.each(SETS.map((set) => [set.join(' + '), set] as const))('given by %s', async (_title, set) => {
    const texts = samples(name);
    const given = Object.fromEntries(set.map((source) => [source, texts[SOURCES.indexOf(source)][0]]));
    const settings = await load(name, given);
    const winner = texts[SOURCES.indexOf(set[0])];
    const value = settingOf(settings, name);
    if (isPath(name)) expect(value).toBe(resolve(String(value)));
    if (isPath(name)) expect(String(value).endsWith(`/${winner[1]}`)).toBe(true);
    else expect(value).toEqual(winner[1]);
  });

  test('a value of the wrong kind is named by its spelling, from each source', async () => {
    if (specOf(name).kind === 'text')
      return expect(load(name, { flag: ' ' })).rejects.toThrow(`${flagOf(name)} is empty`);
    await expect(load(name, { flag: '?' })).rejects.toThrow(flagOf(name));
    await expect(load(name, { environment: '?' })).rejects.toThrow(environmentName(name));
    await expect(load(name, { file: '?' })).rejects.toThrow(new RegExp(`soapstone.yaml:1:\\d+ SETTINGS: ${name} `));
  });
});

test('the three spellings follow one rule', () => {
  expect(flagOf('upstreamTimeout')).toBe('--upstream-timeout');
  expect(environmentName('upstreamTimeout')).toBe('SOAPSTONE_UPSTREAM_TIMEOUT');
});

test.each([
  ['every address', {}, 5000],
  ['this machine', { host: 'localhost', adminHost: '::1' }, 0],
  ['this machine, and no admin port', { host: '127.0.0.2', adminPort: 'off' }, 0],
  ['this machine, and probes from elsewhere', { host: '127.0.0.1' }, 5000],
  ['this machine, with a delay of its own', { host: '127.0.0.1', adminHost: '127.0.0.1', drainDelay: '3s' }, 3000],
])('drainDelay where clients come from %s', async (_who, flags, delay) => {
  const input = { flags: { mapping: 'm', upstream: 'http://a', ...flags }, environment: {}, cwd: temp({}) };
  expect((await loadSettings(input)).drainDelay).toBe(delay);
});
