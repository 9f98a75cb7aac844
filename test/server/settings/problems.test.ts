import { describe, expect, test } from 'vitest';
import { Problems } from '../../../src/errors/errors.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { optionNames } from '../../../src/server/settings/options.ts';
import { temp } from '../temp.ts';

async function problemsOf(file: string, flags = {}, environment = {}): Promise<string[]> {
  try {
    await loadSettings({ flags, environment, cwd: temp({ 'soapstone.yaml': file }) });
  } catch (error) {
    if (error instanceof Problems) return error.message.split('\n');
    throw error;
  }
  return [];
}

const bridge = 'mapping: m\nupstream: http://peer/\n';

describe('soapstone.yaml', () => {
  test('every problem is reported at once, with its place and a suggestion', async () => {
    const file = `port: 80a
adminPrt: 3
bridges:
  - mapping: x
    upstrem: http://a
  - mapping: y
    upstream: http://user:secret@b
    port: 3
`;
    expect(await problemsOf(file)).toEqual([
      'soapstone.yaml:2:1 SETTINGS: unknown key "adminPrt" (did you mean "adminPort"?)',
      'soapstone.yaml:5:5 SETTINGS: unknown key "upstrem" (did you mean "upstream"?)',
      'soapstone.yaml:8:5 SETTINGS: unknown key "port" (it belongs beside bridges, not in one)',
      'soapstone.yaml:1:7 SETTINGS: port "80a" is not a port (0 to 65535)',
      'soapstone.yaml:7:15 SETTINGS: upstream must not contain a user name or a password',
    ]);
  });

  test('callers by certificate need a port that asks for one', async () => {
    const auth = 'auth: { front: [ certificate ], callers: [ { certificate: "CN=a" } ] }\nname: shop\n';
    expect(await problemsOf(bridge + auth)).toEqual([
      'soapstone.yaml:3:7 SETTINGS: bridge "shop": auth: certificate needs client certificates (set clientCa to their CA certificates)',
    ]);
    expect(await problemsOf(`${bridge}${auth}clientCa: ca.pem\n`)).toEqual([]);
  });

  test('a path is refused where REST is in front, and taken where SOAP is', async () => {
    expect(await problemsOf(`${bridge}path: /r\n`)).toEqual([
      'soapstone.yaml:3:7 SETTINGS: path is for SOAP or MCP in front; REST in front has its paths from the table (write base: in the table)',
    ]);
    expect(await problemsOf(`${bridge}path: /r\npresent: soap\n`)).toEqual([]);
  });

  test.each(optionNames)('a misspelt %s is found on its line', async (name) => {
    const misspelt = `${name.slice(0, 2)}x${name.slice(2)}`;
    const [problem] = await problemsOf(`${bridge}\n${misspelt}: 1\n`);
    expect(problem).toBe(`soapstone.yaml:4:1 SETTINGS: unknown key "${misspelt}" (did you mean "${name}"?)`);
  });

  test.each([
    ['- a', 'soapstone.yaml:1:1 SETTINGS: the file must be a map of keys and values'],
    ['bridges: 7', 'soapstone.yaml:1:10 SETTINGS: bridges must be a list'],
    ['bridges: [7]', 'soapstone.yaml:1:11 SETTINGS: a bridge must be a map of keys and values'],
    ['port: [1]', 'soapstone.yaml:1:7 SETTINGS: port ["1"] takes one value, not a list'],
    ['port:', 'soapstone.yaml:1:6 SETTINGS: port has no value'],
    ['port: 1\nport: 2', 'soapstone.yaml:2:1 SETTINGS: the key port stands twice in this map, first in line 1'],
    ['passThrough: [/../x]', 'soapstone.yaml:1:14 SETTINGS: passThrough "/../x" is not a plain path such as /files'],
    ['timeout: 30', 'soapstone.yaml:1:10 SETTINGS: timeout "30" is not a duration such as 500ms, 30s or 2m'],
    ['rateLimit: 0/s', 'soapstone.yaml:1:12 SETTINGS: rateLimit "0/s" is not a rate such as 100/s, 1000/m or 5000/24h'],
    ['rateLimit: 100/ms', 'soapstone.yaml:1:12 SETTINGS: rateLimit "100/ms" is not a rate such as'],
    [
      'store: sentinel://host',
      'soapstone.yaml:1:8 SETTINGS: store "sentinel://host" is neither memory nor a URL such as',
    ],
    [
      'store: sentinel://host/a/b',
      'soapstone.yaml:1:8 SETTINGS: store "sentinel://host/a/b" is neither memory nor a URL',
    ],
    ['timeout: 0', 'soapstone.yaml:1:10 SETTINGS: timeout "0" is less than 1'],
    ['timeout: 577h', 'soapstone.yaml:1:10 SETTINGS: timeout "577h" is more than 576h'],
    ['drainDelay: 999999999999ms', 'soapstone.yaml:1:13 SETTINGS: drainDelay "999999999999ms" is more than 576h'],
    ['overloadHeap: 101', 'soapstone.yaml:1:15 SETTINGS: overloadHeap "101" is more than 100'],
    [
      'logLevel: loud',
      'soapstone.yaml:1:11 SETTINGS: logLevel "loud" is not one of trace, debug, info, warn, error, silent',
    ],
  ])('%s', async (line, expected) => {
    const problems = await problemsOf(`${line}\n`);
    expect(
      problems.some((problem) => problem.startsWith(expected)),
      problems.join('\n'),
    ).toBe(true);
  });

  test('a file that was named must be there', async () => {
    await expect(loadSettings({ flags: { config: 'none.yaml' }, environment: {}, cwd: temp() })).rejects.toThrow(
      'SETTINGS: cannot read none.yaml: ENOENT',
    );
  });

  test('what a bridge needs is named in all its spellings', async () => {
    expect(await problemsOf('')).toEqual([
      'SETTINGS: a bridge needs --mapping (or SOAPSTONE_MAPPING, or mapping in soapstone.yaml) (--contract FILE alone serves a WSDL)',
    ]);
    expect(await problemsOf('present: soap\nmapping: ./m')).toEqual([
      expect.stringMatching(
        /^SETTINGS: a bridge needs --upstream \(or SOAPSTONE_UPSTREAM, or upstream in soapstone\.yaml\) \(.*without the base path/,
      ),
    ]);
  });

  test('the SOAP address is a plain path', async () => {
    expect(await problemsOf(`${bridge}present: soap\npath: soap%2Fx\n`)).toEqual([
      'soapstone.yaml:4:7 SETTINGS: path "soap%2Fx" is not a plain path such as /files',
    ]);
  });
});

describe('several bridges', () => {
  const two =
    'bridges:\n  - { mapping: a, upstream: http://a/ }\n  - { mapping: b, upstream: http://b/, timeout: 2s }\n';

  test('options beside them are for all, their own win, flags win over both', async () => {
    const cwd = temp({ 'soapstone.yaml': `timeout: 5s\n${two}` });
    const plain = await loadSettings({ flags: {}, environment: {}, cwd });
    expect(plain.bridges.map(({ name, timeout }) => [name, timeout])).toEqual([
      ['a', 5000],
      ['b', 2000],
    ]);
    const forced = await loadSettings({ flags: { timeout: '1s' }, environment: { SOAPSTONE_TIMEOUT: '9s' }, cwd });
    expect(forced.bridges.map(({ timeout }) => timeout)).toEqual([1000, 1000]);
  });

  test('what says which bridge it is cannot come from outside', async () => {
    const wayOut = 'for another bridge, write an entry in soapstone.yaml, or name another file with --config FILE';
    expect(await problemsOf(two, { upstream: 'http://c/' }, { SOAPSTONE_MAPPING: 'c' })).toEqual([
      `SETTINGS: --upstream is for one bridge, and soapstone.yaml has 2 (${wayOut})`,
      `SETTINGS: SOAPSTONE_MAPPING is for one bridge, and soapstone.yaml has 2 (${wayOut})`,
    ]);
    expect(await problemsOf(`upstream: http://c/\n${two}`)).toEqual([
      'soapstone.yaml:1:11 SETTINGS: upstream belongs into an entry of bridges',
    ]);
  });

  test('two may not have one name', async () => {
    const same = 'bridges:\n  - { mapping: x/a, upstream: http://a/ }\n  - { mapping: y/a, upstream: http://b/ }\n';
    expect(await problemsOf(same)).toEqual([
      'soapstone.yaml:3:5 SETTINGS: two bridges are named "a" (give one of them a name)',
    ]);
  });
});

describe('environment', () => {
  test('an unknown variable is refused with a suggestion', async () => {
    expect(await problemsOf(bridge, {}, { SOAPSTONE_UPSTREM: 'x' })).toEqual([
      'SETTINGS: unknown variable SOAPSTONE_UPSTREM (did you mean "SOAPSTONE_UPSTREAM"?)',
    ]);
  });

  test('variables that Kubernetes makes of a service named soapstone are not ours', async () => {
    const links = {
      SOAPSTONE_PORT: 'tcp://10.0.0.7:80',
      SOAPSTONE_SERVICE_HOST: '10.0.0.7',
      SOAPSTONE_SERVICE_PORT_HTTP: '80',
      SOAPSTONE_PORT_80_TCP_ADDR: '10.0.0.7',
    };
    const cwd = temp({ 'soapstone.yaml': bridge });
    expect((await loadSettings({ flags: {}, environment: links, cwd })).port).toBe(8080);
  });

  test('the settings file can be named there', async () => {
    const cwd = temp({ 'other.yaml': `${bridge}port: 7\n` });
    expect((await loadSettings({ flags: {}, environment: { SOAPSTONE_CONFIG: 'other.yaml' }, cwd })).port).toBe(7);
  });
});
