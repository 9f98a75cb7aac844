// Settings that are wrong for a table, or together: seen when they are used, and told with their place in the file.
import { expect, test } from 'vitest';
import { formatError, Problems, type SoapstoneError } from '../../../src/errors/errors.ts';
import { withGeneration } from '../../../src/server/config-snapshot.ts';
import { loadSettings } from '../../../src/server/settings/load.ts';
import { bankMapping, TABLE } from '../bank-mapping.ts';
import { temp } from '../temp.ts';

async function problemsOf(file: string): Promise<string[]> {
  try {
    const settings = await loadSettings({ flags: {}, environment: {}, cwd: temp({ 'soapstone.yaml': file }) });
    await withGeneration(settings, async () => undefined);
    return [];
  } catch (error) {
    return (error instanceof Problems ? error.problems : [error as SoapstoneError]).map(formatError);
  }
}

const single = () => `mapping: ${bankMapping()}\nupstream: https://peer.example/\n`;
const KEY = 'front: [{ apiKey: { header: X-Key } }]';

test.each([
  [
    'cors: { origins: "*", rules: [{ rule: "delete-*" }] }',
    'soapstone.yaml:3:31 SETTINGS: cors: "delete-*" fits no rule (ids are get-account)',
  ],
  [
    `auth: { ${KEY}, rules: [{ rule: POST /v1/nope, scope: a }] }`,
    'soapstone.yaml:3:57 SETTINGS: auth: "POST /v1/nope" fits no rule (ids are get-account)',
  ],
  ['auth: { front: [ none ], scope: a }', /^soapstone\.yaml:3:7 SETTINGS: auth: the rule get-account demands/],
  [
    'sessionAddress: serverUrl\nsessionHosts: "*.my.example"',
    'soapstone.yaml:3:17 SETTINGS: sessionAddress: the table has no session of the service',
  ],
  ['tlsCert: ./cert.pem', 'soapstone.yaml:3:10 SETTINGS: tlsCert and tlsKey need each other'],
  ['tlsKey: ./key.pem', 'soapstone.yaml:3:9 SETTINGS: tlsKey and tlsCert need each other'],
  ['upstreamKey: ./key.pem', 'soapstone.yaml:3:14 SETTINGS: upstreamKey and upstreamCert need each other'],
  [
    'workers: 2\nstudio: true',
    'soapstone.yaml:4:9 SETTINGS: studio needs workers: 1 (or run soapstone studio, on the folder)',
  ],
  [
    'workers: 4\nconnections: 2\nname: bank',
    'soapstone.yaml:4:14 SETTINGS: bridge "bank": 4 workers share 2 connections (set connections to one for each worker at least)',
  ],
])('%s', async (more, expected) => {
  const [problem, ...further] = await problemsOf(`${single()}${more}\n`);
  expect(further).toEqual([]);
  if (typeof expected === 'string') expect(problem).toBe(expected);
  else expect(problem).toMatch(expected);
});

test('of several bridges the one is named, at its entry where no option of it is to blame', async () => {
  const entry = (name: string, more: string, table = TABLE) =>
    `  - { name: ${name}, mapping: ${bankMapping(table)}, upstream: "https://peer.example/", ${more} }\n`;
  const first = entry('first', 'upstreamCert: ./a.pem');
  const second = entry('second', 'timeout: 1s', `${TABLE}    auth: { scope: a }\n`);
  expect(await problemsOf(`bridges:\n${first}${second}`)).toEqual([
    expect.stringMatching(/^soapstone\.yaml:2:\d+ SETTINGS: bridge "first": upstreamCert and upstreamKey need/),
    expect.stringMatching(/^soapstone\.yaml:3:5 SETTINGS: bridge "second": auth: the rule get-account demands/),
  ]);
});
