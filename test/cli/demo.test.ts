// What the demo prints, run as it is printed: in order, in one shell.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeJobId } from '../../src/mapping/runtime/job-id.ts';
import { until } from '../server/until.ts';
import { start } from './spawn-cli.ts';

const run = promisify(execFile);

test('the lines that the demo prints work as printed', async () => {
  const running = start(['demo', '--port', '0', '--soap-port', '0', '--records-port', '0', '--admin-port', '0']);
  let ended = false;
  void running.ended.then(() => (ended = true));
  await until(() => ended || running.out().includes('Ctrl-C'));
  expect(ended, running.err()).toBe(false);
  const printed = running.out().split('\n');
  const lines = printed.filter((line) => /^ {2}(curl|build=|job=|session=)/.test(line));
  // What each line writes stands after a mark of its own.
  const script = lines.map((line, n) => `printf '\\n@@%s\\n' ${n}\n${line}`).join('\n');
  const { stdout } = await run('sh', ['-ec', script]);
  const said = stdout.split(/\n@@\d+\n/).slice(1);
  const of = (part: string) => said[lines.findIndex((line) => line.includes(part))];

  expect(JSON.parse(of('START_WITH'))).toMatchObject({ count: 5, hasMore: true });
  expect(JSON.parse(of('bin/eid:BIN-1'))).toMatchObject({ binNumber: 'B-0001', location: { refName: 'Lübeck store' } });
  expect(of('-X PUT')).toMatch(/^HTTP\/1\.1 204 [\s\S]*location: \/services\/rest\/record\/v1\/bin\/\d+/i);
  expect(of('$build"')).toMatch(
    /^HTTP\/1\.1 200 [\s\S]*"rel":"self","href":"[^"]*\/assemblyBuild\/\d+"[\s\S]*"OAK-BOARD"[\s\S]*"quantity":3/,
  );
  expect(of('$job"')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"progress":"(pending|processing|succeeded)"/);
  expect(of('$job/task/1"')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"related"[\s\S]*"completed":(true|false)/);
  expect(of('$job/task/1/result')).toMatch(/^HTTP\/1\.1 (204 [\s\S]*location: [^ ]*\/bin\/\d+|409 )/i);
  expect(of('bin/999999')).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"NONEXISTENT_ID"/);
  expect(of(`/job/${writeJobId({ rule: 'bin.add', name: 'none', query: '' })}`)).toMatch(
    /^HTTP\/1\.1 404 [\s\S]*"code":"INVALID_JOB"[\s\S]*asyncFault/,
  );
  expect(of('TRY-1"')).toMatch(/Envelope[\s\S]*isSuccess="true"[\s\S]*TRY 1/);
  expect(of('CUST-7')).toContain('<listRel:companyName>');
  // A session of the service, and one of the gateway.
  const both = (part: string, expected: RegExp) => {
    const texts = said.filter((_, n) => lines[n].includes(part));
    expect(texts).toEqual([expect.stringMatching(expected), expect.stringMatching(expected)]);
  };
  both('BinSearchBasic', /totalRecords>\d+<[\s\S]*pageIndex>1</);
  both('searchNext', /isSuccess="true"[\s\S]*pageIndex>2</);
  both('m:logout', /logoutResponse[\s\S]*isSuccess="true"/);
  expect(JSON.parse(of('currency=USD')).account).toMatchObject({ id: 7, currency: 'USD' });
  expect(of('/metrics')).toContain('soapstone_http_requests_total{bridge="10-first-row"');
  expect(of('accounts/seven')).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*application\/problem\+json/);
  expect(said.filter((text) => /^HTTP\/1\.1 5/.test(text))).toEqual([]);

  for (const path of /What is described: (.*)/.exec(running.out())![1].split(', ')) {
    const response = await fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    const { byteLength } = await response.arrayBuffer();
    if (path.endsWith('/openapi.json')) expect(byteLength).toBeLessThanOrEqual(2_000_000);
  }
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(0);
}, 120_000);
