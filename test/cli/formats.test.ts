// The formats of `check` and `test` for other programs: SARIF by its schema, JUnit by the elements and attributes that its readers share.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { sarifSchema } from '../../scripts/setup/cache.ts';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { xsdProblems } from './junit-xsd.ts';
import { run } from './spawn-cli.ts';

const tutorial = fileURLToPath(new URL('../../mappings/10-first-row', import.meta.url));
const WRONG = TABLE.replace('rules:', 'foo: "<&>"\nrules:');

const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(sarifSchema, 'utf8')) as Record<string, unknown>;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);

function sarif(out: string) {
  const log = JSON.parse(out);
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  return log.runs[0];
}

/** The tutorial with a case that fails. */
function failing(): string {
  const dir = temp();
  cpSync(tutorial, dir, { recursive: true });
  const text = `- name: "wrong <&> \\u0001"
  rule: GetAccount
  rest: { request: GET /v1/accounts/7, response: { status: 200, body: {} } }
  soap:
    request: <GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount>
    response: <GetAccountResponse xmlns="https://example.com/bank"><akkount/></GetAccountResponse>
`;
  writeFileSync(join(dir, 'cases', 'bad.yaml'), text);
  return dir;
}

describe('check', () => {
  test('--json has problems and notes with their places', async () => {
    const doubled = bankMapping(
      TABLE.replace('line: "GET /accounts', 'line: "GET /v1/accounts').replace('GET /accounts', 'GET /v1/accounts'),
    );
    const { code, out } = await run(['check', bankMapping(WRONG), doubled, '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(out);
    expect(report).toMatchObject({ notes: 1, mappings: [{ rules: 0 }, { rules: 1 }] });
    expect(report.problems).toBeGreaterThan(0);
    expect(report.mappings[0].findings).toContainEqual(
      expect.objectContaining({
        level: 'error',
        code: 'MAPPING_SHAPE',
        message: expect.stringContaining('unknown key "foo"'),
        place: { file: expect.stringMatching(/mapping\.yaml$/), line: expect.any(Number), col: 1 },
      }),
    );
    expect(report.mappings[1].findings).toMatchObject([{ level: 'note', code: 'BASE_REPEATED' }]);
  });

  test('--stats stands in --json too', async () => {
    const { out } = await run(['check', tutorial, '--stats', '--format', 'json']);
    expect(JSON.parse(out).mappings[0].figures.rows).toHaveLength(1);
  });

  test('SARIF is valid, with places relative to the working directory', async () => {
    const dir = bankMapping(WRONG);
    const { code, out } = await run(['check', '.', '--format', 'sarif'], { cwd: dir });
    expect(code).toBe(1);
    const { results, tool } = sarif(out);
    expect(results[0]).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'mapping.yaml', uriBaseId: 'SRCROOT' },
            region: { startLine: expect.any(Number), startColumn: 1 },
          },
        },
      ],
    });
    expect(tool.driver.rules[results[0].ruleIndex].id).toBe(results[0].ruleId);
    const good = await run(['check', tutorial, '--format', 'sarif']);
    expect([good.code, sarif(good.out).results]).toEqual([0, []]);
  });

  test('JUnit has a case for each problem, or one that passes', async () => {
    const { out } = await run(['check', bankMapping(WRONG), tutorial, '--format', 'junit']);
    expect(xsdProblems(out)).toBe('');
    expect(out).toMatch(
      /<testcase [^>]*name="MAPPING_SHAPE [^"]*mapping\.yaml:\d+:\d+"[^>]*>\n *<failure message="[^"]*"/,
    );
    expect(out).toMatch(/<testcase classname="[^"]*10-first-row" name="check"\/>/);
  });

  test('an unknown format is wrong usage', async () => {
    const { code, err } = await run(['check', tutorial, '--format', 'xml']);
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are text, json, sarif, junit');
  });
});

describe('test', () => {
  test('--json counts, and has every case', async () => {
    const { code, out } = await run(['test', failing(), '--json']);
    const report = JSON.parse(out);
    expect([code, report.failed]).toEqual([1, 1]);
    expect(report.passed).toBeGreaterThan(0);
    expect(report.mappings[0].cases).toContainEqual(
      expect.objectContaining({
        name: 'wrong <&> \u0001',
        problems: expect.arrayContaining([expect.stringContaining('CODEC_UNKNOWN')]),
      }),
    );
  });

  test('SARIF is valid, and has the failures', async () => {
    const { results } = sarif((await run(['test', failing(), '--format', 'sarif'])).out);
    expect(results).toMatchObject([
      { ruleId: 'CASE_FAILED', message: { text: expect.stringContaining('CODEC_UNKNOWN') } },
    ]);
    const unloaded = sarif((await run(['test', bankMapping(WRONG), '--format', 'sarif'])).out);
    expect(unloaded.results.length).toBeGreaterThan(0);
  });

  test('JUnit has a case for each case', async () => {
    const { out } = await run(['test', failing(), tutorial, bankMapping(WRONG), '--format', 'junit']);
    expect(xsdProblems(out)).toBe('');
    expect(out).toMatch(
      /<testcase [^>]*name="wrong &lt;&amp;&gt; \ufffd" file="[^"]*bad\.yaml" line="1">\n *<failure /,
    );
    expect(out.match(/<testsuite /g)).toHaveLength(3);
  });
});

describe('colours', () => {
  const RED = '\u001b[31m';

  test.each([
    ['none where it is no terminal', {}, false],
    ['with FORCE_COLOR', { FORCE_COLOR: '1' }, true],
    ['never with NO_COLOR', { NO_COLOR: '1' }, false],
  ])('%s', async (_case, environment: Record<string, string>, colored) => {
    const { out } = await run(['check', bankMapping(WRONG)], { environment });
    expect(out.includes(RED)).toBe(colored);
    const { err } = await run(['operations', 'nosuch.wsdl'], { environment });
    expect(err.includes(RED)).toBe(colored);
  });
});
