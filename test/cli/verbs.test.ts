import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bankMapping, TABLE } from '../server/bank-mapping.ts';
import { temp } from '../server/temp.ts';
import { run } from './spawn-cli.ts';

const tutorial = fileURLToPath(new URL('../../mappings/10-first-row', import.meta.url));

const ENVELOPE = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
  <b:GetAccount xmlns:b="https://example.com/bank"><b:accountId>7</b:accountId><b:currency>EUR</b:currency></b:GetAccount>
</soap:Body></soap:Envelope>`;

describe('check', () => {
  test('good mappings', async () => {
    expect(await run(['check', bankMapping(), tutorial])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^2 mappings, \d+ rules: no problems\n$/),
    });
  });

  test.each([
    ['a package has brought', 'node_modules/some-tables', '{}'],
    ['lies in a package of CommonJS', 'mapping', '{ "type": "commonjs" }'],
    ['lies in a package of modules', 'mapping', '{ "type": "module" }'],
  ])('a table that %s, with its functions in TypeScript', async (_where, folder, description) => {
    const root = temp({ 'package.json': description });
    const dir = join(root, folder);
    cpSync(bankMapping(), dir, { recursive: true });
    writeFileSync(join(dir, 'text.ts'), 'export const text = (value: unknown): string => String(value);\n');
    writeFileSync(
      join(dir, 'module.ts'),
      "import { text } from './text.ts';\nexport const same = { in: text, out: text };\n",
    );
    const { code, out, err } = await run(['check', dir]);
    expect(code, err).toBe(0);
    expect(out).toBe('1 mapping, 1 rule: no problems\n');
  });

  test('functions that cannot be loaded are one line', async () => {
    const dir = bankMapping(undefined, { 'module.ts': 'export const same = 7 +;\n' });
    const { code, out, err } = await run(['check', dir]);
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^MAPPING_READ: \S*module\.ts cannot be loaded: SyntaxError.*$/m);
    expect(out).not.toMatch(/^ +at /m);
  });

  test('what is wrong in the contract and disturbs no rule is a note', async () => {
    const wsdl = readFileSync(new URL('../cases/wrong/17-broken-ports/accounts.wsdl', import.meta.url), 'utf8');
    const dir = bankMapping(undefined, { 'accounts.wsdl': wsdl });
    const { code, out } = await run(['check', dir]);
    expect(code, out).toBe(0);
    expect(out).toMatch(
      /^note: \S*accounts.wsdl:\d+:\d+ CONTRACT_REFERENCE: there is no binding .*; it takes away port "GonePort" \(there is .*$/m,
    );
    expect(out.match(/^note: /gm)).toHaveLength(2);
    expect(out).toContain('1 mapping, 1 rule: no problems\n');
    const strict = await run(['check', '--strict', dir]);
    expect([strict.code, strict.out]).toEqual([1, expect.stringMatching(/\n2 notes in 1 mapping\n$/)]);
    const compiled = await run(['compile', join(dir, 'accounts.wsdl'), '-o', join(dir, 'out')]);
    expect(compiled.err.match(/^left out: .*CONTRACT_/gm)).toHaveLength(2);
  });

  test('values that a value table leaves out are a note for each table, wherever it stands for the enumeration', async () => {
    const dir = temp();
    cpSync(fileURLToPath(new URL('../../mappings/20-shapes/contract', import.meta.url)), join(dir, 'contract'), {
      recursive: true,
    });
    const notesOf = async (tables: string, types: string, find: string) => {
      const rest = `{ request: "GET /parcels/{speed}", response: { body: "{found}" } }`;
      const soap = `{ request: { FindParcels: { service: [ "${find}" ] } }, response: { FindParcelsResponse: "{found}" } }`;
      const head = 'soapstone: 2\ncontract: contract\nnamespaces: { p: "https://example.com/parcels" }';
      const text = `${head}\ntables: ${tables}\ntypes: ${types}\nrules:\n  - { id: find, rest: ${rest}, soap: ${soap} }\n`;
      writeFileSync(join(dir, 'mapping.yaml'), text);
      const { code, out } = await run(['check', dir]);
      expect([code, out.split('\n').at(-2)]).toEqual([0, '1 mapping, 1 rule: no problems']);
      return out.match(/^note: .*/gm)?.map((line) => line.replace(/^.*? table/, 'table'));
    };
    const short = '{ speed: { slow: economy, normal: standard } }';
    const lacking = 'table "speed" has no row for "express" of p:ServiceLevel';
    expect(await notesOf(short, '{}', '{speed|table(speed)}')).toEqual([lacking]);
    expect(await notesOf(short, '{ p:Parcel: { values: { "@service": speed } } }', '{speed}')).toEqual([lacking]);
    expect(await notesOf(short, '{ p:ServiceLevel: { values: speed } }', '{speed|table(speed)}')).toEqual([lacking]);
    const whole = '{ speed: { slow: economy, normal: standard, fast: express } }';
    expect(await notesOf(whole, '{ p:ServiceLevel: { values: speed } }', '{speed|table(speed)}')).toBeUndefined();
  });

  test('a body that may name another object than the path is a note', async () => {
    const dir = temp();
    cpSync(fileURLToPath(new URL('../../mappings/20-shapes/contract', import.meta.url)), join(dir, 'contract'), {
      recursive: true,
    });
    const rule = (id: string, path: string, key: string) =>
      `  - { id: ${id}, only: rest-to-soap, rest: { request: { line: "PUT /${path}/{key}", body: "{parcel}" }, response: { status: 204 } }, soap: { request: { CreateParcel: { parcel: { $type: p:Parcel, ${key}, $rest: "{parcel}" } } }, response: CreateParcelResponse } }`;
    const notesOf = async (first: string, second: string) => {
      const head = 'soapstone: 2\ncontract: contract\nnamespaces: { p: "https://example.com/parcels" }';
      writeFileSync(
        join(dir, 'mapping.yaml'),
        `${head}\nrules:\n${rule('by-reference', 'r', first)}\n${rule('by-notes', 'n', second)}\n`,
      );
      const { code, out } = await run(['check', dir]);
      expect(code, out).toBe(0);
      return out.match(/^note: .*/gm)?.map((line) => line.replace(/^.*?yaml:/, ''));
    };
    const [id, service] = ['"@id": "{key}"', '"@service": "{key}"'];
    expect(await notesOf(id, service)).toEqual([
      expect.stringMatching(
        /^5:\d+ \{parcel\} may have "@service", which is the key in the path of "by-notes": write \$absent: \[ "@service" \]/,
      ),
      expect.stringMatching(/^6:\d+ \{parcel\} may have "@id", which is the key in the path of "by-reference"/),
    ]);
    expect(await notesOf(id, `${service}, $absent: [ "@id" ]`)).toBeUndefined();
  });

  test('a folder that is none', async () => {
    const { code, out } = await run(['check', temp()]);
    expect(code).toBe(1);
    expect(out).toMatch(/MAPPING_READ[\s\S]*1 problem in 1 mapping/);
  });
});

async function explained(table: string) {
  const dir = bankMapping(table, { 'request.xml': ENVELOPE });
  return run(['explain', dir, '--soap', join(dir, 'request.xml')]);
}

describe('explain', () => {
  test('shows rule, variables, the request sent and the response expected', async () => {
    const { code, out } = await run(['explain', '.', 'GET /v1/accounts/7?currency=EUR'], { cwd: bankMapping() });
    expect(code, out).toBe(0);
    expect(out).toContain('rule get-account (mapping.yaml:5)');
    expect(out).toContain('  id = 7\n  ccy = "EUR"\n');
    expect(out).toContain('soapaction: "https://example.com/bank/GetAccount"');
    expect(out).toMatch(/accountId>7<\//);
    expect(out).toContain('    <account>{account}</account>');
  });

  test('shows the long form of one rule', async () => {
    const dir = temp({});
    cpSync(join(import.meta.dirname, '../../mappings/10-first-row'), dir, { recursive: true });
    const { code, out } = await run(['explain', dir, 'GetAccount']);
    expect(code, out).toBe(0);
    expect(out).toMatch(/^rules:\n {2}- id: GetAccount\n/);
    expect(out).toContain('request: GET /accounts/{id}?currency={currency}\n');
    const wrong = await run(['explain', dir, 'GetAcount']);
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringMatching(/neither the id .* \(did you mean "GetAccount"\?\)/),
    });
  });

  test('shows what a rule demands of its callers, in JSON too', async () => {
    const demand = '    auth: { scope: "a b", roles: { any: [ x, y ] }, claims: { tenant: acme } }\n';
    const dir = bankMapping(`${TABLE.trimEnd()}\n${demand}`);
    const { out } = await run(['explain', dir, 'GET /v1/accounts/7?currency=EUR']);
    expect(out).toContain('\n  for callers with the scope a and b; the role x or y; the claim tenant: acme\n');
    const json = await run(['explain', dir, 'GET /v1/accounts/7?currency=EUR', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      matched: true,
      rule: { id: 'get-account', line: 5, access: { scope: { texts: ['a', 'b'], any: false } } },
    });
    const none = await run(['explain', dir, 'GET /v1/nothing', '--json']);
    expect(none.code).toBe(1);
    expect(JSON.parse(none.out)).toMatchObject({
      matched: false,
      lines: expect.arrayContaining(['no rule has the path /v1/nothing']),
    });
    const open = bankMapping(`${TABLE.trimEnd()}\n    auth: none\n`);
    expect((await run(['explain', open, 'GET /v1/accounts/7'])).out).toContain('\n  for everybody\n');
  });

  test('says why a request finds no rule', async () => {
    const dir = bankMapping();
    const missing = await run(['explain', dir, 'GET /v1/nothing']);
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining('no rule has the path /v1/nothing') });
    expect(missing.out).toContain('GET /v1/accounts/{id}  (get-account)');
    const slips: readonly (readonly [string, string])[] = [
      ['GET /accounts/7', 'did you mean GET /v1/accounts/7? the base path is /v1'],
      ['GET /v1/v1/accounts/7', 'did you mean GET /v1/accounts/7? the path has the base path /v1 twice'],
      ['GET /v1/accounts/7/', 'did you mean GET /v1/accounts/7? paths end without a slash'],
      ['GET /v1/acounts/7', 'did you mean GET /v1/accounts/{id}?\nthe rules are:'],
      ['GET /v1/ACCOUNTS/7', 'did you mean GET /v1/accounts/7? capitals count in paths'],
    ];
    for (const [line, hint] of slips) expect((await run(['explain', dir, line])).out).toContain(`\n${hint}\n`);
    const wrong = await run(['explain', dir, 'GET /v1/accounts/seven']);
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/^not get-account .*: [A-Z_]+: /) });
    const method = await run(['explain', dir, 'PUT /v1/accounts/7']);
    expect(method).toMatchObject({ code: 1, out: expect.stringContaining('not PUT') });
  });

  test('says what the caller is told when a request does not fit the contract', async () => {
    const table = TABLE.replace('GET /accounts/{id}?currency={ccy?}', 'POST /accounts').replace(
      '"POST /accounts"',
      '{ line: POST /accounts, body: { id: "{id}", currency: "{ccy?}" } }',
    );
    const { code, out } = await run(['explain', bankMapping(table), 'POST /v1/accounts', '-d', '{"id":"seven"}']);
    expect(code, out).toBe(1);
    expect(out).toContain('rule get-account (');
    expect(out).toMatch(/nothing is sent\n {2}the response is 422 CODEC_TYPE\n {2}CODEC_TYPE: .* at \$\.id\n/);
  });

  test('the other way: a SOAP request to its REST request', async () => {
    const dir = bankMapping(TABLE, { 'request.xml': ENVELOPE });
    const { code, out } = await run(['explain', dir, '--soap', join(dir, 'request.xml')]);
    expect(code, out).toBe(0);
    expect(out).toContain('  id = 7\n  ccy = "EUR"\n');
    expect(out).toContain(
      'sent\n  GET /v1/accounts/7?currency=EUR\n  accept: application/json, application/problem+json\n',
    );
    expect(out).toContain(
      'expected back, and the SOAP response GetAccountResponse\n  200 application/json\n  "{account}"\n',
    );
  });

  test('the other way, with a secret, in a rule that takes it, or in none', async () => {
    const secret = TABLE.replaceAll('ccy', 'token');
    const masked = await explained(secret);
    expect(masked).toMatchObject({ code: 0, out: expect.stringContaining('GET /v1/accounts/7?currency=***') });
    expect(masked.out).not.toContain('EUR');
    const only = await explained(TABLE.replace('rules:', 'only: rest-to-soap\nrules:'));
    expect(only.code).toBe(1);
    expect(only.out).toMatch(/^rule get-account \(\S+mapping\.yaml:\d+\) is only rest-to-soap\n$/);
    const unfit = await explained(
      TABLE.replace('?currency={ccy?}', '?currency={ccy|table(t)}').replace(
        'rules:',
        'tables: { t: { usd: USD } }\nrules:',
      ),
    );
    expect(unfit.code, unfit.out).toBe(1);
    expect(unfit.out).toMatch(
      /nothing is sent\n {2}the response is a Client or Sender fault\n {2}CODEC_TYPE: .*\{ccy\}/,
    );
  });

  test('of many rules, those with the nearest paths', async () => {
    const dir = fileURLToPath(new URL('../../mappings/business-records', import.meta.url));
    const { code, out } = await run(['explain', dir, 'GET /acount/7']);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^no rule has the path \/acount\/7\ndid you mean GET \S+\/account\/\{id\S+\nthe nearest rules are:\n {2}GET \S+\/account\/\{id\S+ {2}\(account\.get\)\n/,
    );
    expect(out).toMatch(
      /\n {2}and \d+ more: soapstone openapi lists all\nnothing is sent\n {2}the response is 404 NOT_FOUND\n/,
    );
    expect(out.split('\n').length).toBeLessThan(14);
  });

  test('a rule of several calls, call by call', async () => {
    const steps = fileURLToPath(new URL('../../mappings/50-calls', import.meta.url));
    const { code, out } = await run(['explain', steps, 'GET /v1/balances/ada@example.com']);
    expect(code, out).toBe(0);
    expect(out).toMatch(/call 1: FindPerson\n {2}POST \/soap\n[\s\S]*email>ada@example\.com<\//);
    expect(out).toMatch(/call 2: GetBalance\n {2}<GetBalance>\n {4}<personId>\{person\}<\/personId>/);
    const request = join(temp(), 'request.xml');
    const contact = '<GetContact xmlns="https://example.com/people"><email>a@b</email></GetContact>';
    writeFileSync(request, ENVELOPE.replace(/<b:GetAccount[\s\S]*GetAccount>/, contact));
    const back = await run(['explain', steps, '--soap', request]);
    expect(back.code, back.out).toBe(0);
    expect(back.out).toContain('GET /v1/directory?email=a%40b');
    expect(back.out).toContain('call 2: GET /v1/directory/{key}/phone');
    expect(back.out).toMatch(
      /expected back\n {2}200 [\s\S]*"key": "\{key\}"[\s\S]*expected back\n {2}200 [\s\S]*"number": "\{phone\}"/,
    );
  });

  test.each([
    ['50-calls', 'GET /v1/people?id=7,8,9', [/personId>7</, /personId>8</, /personId>9</]],
    ['50-calls', 'GET /v1/people?id=1', [/call 1: GetPerson/]],
    [
      '60-jobs',
      'GET /v1/reports/jobs/7/report',
      [/<rep:ReportStatus>\s*<rep:ticket>7</, /<rep:GetReport>\s*<rep:ticket>7</],
    ],
    [
      '40-paging',
      'GET /v1/books?words=x&limit=20&offset=40',
      [/pageSize>20</, /further calls: SearchBooksMore[\s\S]*\{cursor\.kept\}[\s\S]*\{page\}/],
    ],
    ['40-paging', 'GET /v1/readers?offset=40', [/:page>0</, /<page>4</, /further calls: ListReaders[\s\S]*\{page\}/]],
  ])('all that is sent by a flow: %s %s', async (name, line, wanted) => {
    const dir = fileURLToPath(new URL(`../../mappings/${name}`, import.meta.url));
    const { code, out } = await run(['explain', dir, line]);
    expect(code, out).toBe(0);
    for (const one of wanted) expect(out).toMatch(one);
  });

  test('all that is wrong with a request', async () => {
    const dir = fileURLToPath(new URL('../../mappings/40-paging', import.meta.url));
    const { code, out } = await run(['explain', dir, 'GET /v1/books?wrds=x&limt=20&offset=a']);
    expect(code).toBe(1);
    expect(out).toContain('BAD_QUERY: unknown parameter at ?wrds (did you mean "words"?)\n');
    expect(out).toContain('\n  BAD_QUERY: unknown parameter at ?limt (did you mean "limit"?)\n');
    expect(out).toMatch(/\n {2}BAD_QUERY: .* at \?offset\n/);
  });

  test('a flow that is refused before its first call sends nothing', async () => {
    const dir = fileURLToPath(new URL('../../mappings/40-paging', import.meta.url));
    const { code, out } = await run(['explain', dir, 'GET /v1/books?limit=5000']);
    expect(code).toBe(1);
    expect(out).toMatch(/nothing is sent\n {2}the response is 400 BAD_QUERY/);
    expect(out).not.toContain('Envelope');
  });

  test.each([
    ['SearchBooks', '<words>a</words><pageSize>5</pageSize>', 'GET /v1/books?words=a&limit=5'],
    ['SearchBooksMore', '<searchId>x</searchId><page>5</page>', 'GET /v1/books?words={words?}&limit={limit=20}'],
  ])('one window for each page: %s', async (operation, inside, sent) => {
    const dir = fileURLToPath(new URL('../../mappings/40-paging', import.meta.url));
    const request = join(temp(), 'request.xml');
    const asked = `<${operation} xmlns="https://example.com/library">${inside}</${operation}>`;
    writeFileSync(request, ENVELOPE.replace(/<b:GetAccount[\s\S]*GetAccount>/, asked));
    const { code, out } = await run(['explain', dir, '--soap', request]);
    expect(code, out).toBe(0);
    expect(out).toContain(sent);
    expect(out).toContain(`the SOAP response ${operation}Response`);
  });

  test('a job of a SOAP client is the request that may be answered later', async () => {
    const dir = fileURLToPath(new URL('../../mappings/business-records', import.meta.url));
    const request = join(temp(), 'request.xml');
    const messages = 'urn:messages_2019_1.platform.webservices.example.com';
    const reference =
      '<m:baseRef xmlns:c="urn:core_2019_1.platform.webservices.example.com" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="c:RecordRef" type="bin" internalId="7"/>';
    const asked = `<m:asyncGetList xmlns:m="${messages}">${reference}</m:asyncGetList>`;
    writeFileSync(request, ENVELOPE.replace(/<b:GetAccount[\s\S]*GetAccount>/, asked));
    const { code, out } = await run(['explain', dir, '--soap', request]);
    expect(code, out).toBe(0);
    expect(out).toMatch(/rule bin\.get\.async [\s\S]*GET \S+\/bin\/7\?[\s\S]*prefer: respond-async/);
    expect(out).toContain('the SOAP response asyncGetListResponse');
  });

  test('a secret is masked everywhere', async () => {
    const table = TABLE.replaceAll('ccy', 'token');
    const { out } = await run(['explain', bankMapping(table), 'GET /v1/accounts/7?currency=EUR']);
    expect(out).toContain('token = ***');
    expect(out).not.toContain('EUR');
  });

  test('--expand prints the long form of a short row', async () => {
    const dir = bankMapping(
      'soapstone: 2\ncontract: accounts.wsdl\nrules:\n  - GET /accounts/{accountId}?currency: GetAccount\n',
    );
    const { code, out } = await run(['explain', dir, '--expand']);
    expect(code, out).toBe(0);
    for (const text of ['GetAccountResponse', '{accountId}', '{currency']) expect(out).toContain(text);
  });

  test('without anything to explain it is wrong usage', async () => {
    expect((await run(['explain', tutorial])).code).toBe(2);
    expect((await run(['explain', tutorial, 'accounts'])).code).toBe(2);
  });
});

describe('test', () => {
  test('says of an unknown path which path it may be', async () => {
    const dir = temp({});
    cpSync(tutorial, dir, { recursive: true });
    const file = join(dir, 'cases', readdirSync(join(dir, 'cases'))[0]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('GET /v1/accounts/7\n', 'GET /accounts/7\n'));
    expect((await run(['test', dir])).out).toContain(
      'no rule has the path /accounts/7; did you mean GET /v1/accounts/7? the base path is /v1',
    );
  });

  test('runs the cases of a mapping', async () => {
    const { code, out } = await run(['test', tutorial]);
    expect(out).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
    expect(code).toBe(0);
  });

  test('a case that fails, or is for settings that are not there, is told at its place and stops no other', async () => {
    const dir = temp();
    cpSync(tutorial, dir, { recursive: true });
    const all = (await run(['test', dir])).out.match(/^(\d+) passed/m)?.[1];
    const bad = (more: string) => `- name: bad
  ${more}
  rest: { request: GET /v1/accounts/7, response: { status: 200, body: {} } }
  soap:
    request: <GetAccount xmlns="https://example.com/bank"><accountId>7</accountId></GetAccount>
    response: <GetAccountResponse xmlns="https://example.com/bank"><akkount/></GetAccountResponse>
`;
    writeFileSync(join(dir, 'cases', 'bad.yaml'), bad('rule: GetAccount') + bad('settings: { none: such }'));
    const { code, out } = await run(['test', dir]);
    expect(out).toMatch(/^failed {2}\S*bad\.yaml:1 bad\n {8}SOAP response → REST response: CODEC_UNKNOWN: .*akkount/m);
    expect(out).toMatch(/^failed {2}\S*bad\.yaml:7 bad\n {8}.*the mapping has no setting "none"/m);
    expect(out).toContain(`\n${all} passed, 2 failed\n`);
    expect(code).toBe(1);
  });

  test('tries the laws of the pairs of functions', async () => {
    const dir = temp();
    cpSync(tutorial, dir, { recursive: true });
    const pair = (name: string, laws: string, read = 'text.split(",")') =>
      `export const ${name} = { in: (text) => ${read}, out: (list) => list.join(','), ${laws} };\n`;
    writeFileSync(
      join(dir, 'module.js'),
      `${pair('good', "laws: (draw) => ['x', ...draw.list(() => draw.text('ab'))]")}${pair('bad', "laws: [['a'], ['a,b']]")}${pair('none', '')}`,
    );
    const { code, out } = await run(['test', dir]);
    expect(out).toContain('the pair "good" (200 values)\n');
    expect(out).toMatch(/^failed {2}.*the pair "bad"\n {8}in\(out\(v\)\) = v does not hold: \["a,b"\]/m);
    expect(out).toContain('the pair "none" declares no laws\n');
    expect(out).toMatch(/\n[1-9]\d* passed, 1 failed\n$/);
    expect(code).toBe(1);
  });
});

describe('compile', () => {
  test('writes one file that serves as the contract', async () => {
    const dir = bankMapping(TABLE.replace('accounts.wsdl', 'bank.contract'));
    const file = join(dir, 'bank.contract');
    const { code, out } = await run(['compile', join(dir, 'accounts.wsdl'), '-o', file]);
    expect([code, existsSync(file)]).toEqual([0, true]);
    expect(out).toContain('1 operation,');
    expect(out).toContain(`${readFileSync(file).length} bytes`);
    expect((await run(['check', dir])).out).toBe('1 mapping, 1 rule: no problems\n');
  });

  test('a contract with problems is refused, each with its place', async () => {
    const dir = temp({ 'x.wsdl': '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><oops' });
    const { code, err } = await run(['compile', 'x.wsdl', '-o', 'y'], { cwd: dir });
    expect(code).toBe(1);
    expect(err).toMatch(/^x\.wsdl:1:\d+ /);
    expect(existsSync(join(dir, 'y'))).toBe(false);
  });
});

describe('openapi', () => {
  test('writes the description of a REST face', async () => {
    const told = await run(['openapi', tutorial]);
    expect(told.code, told.err).toBe(0);
    expect(JSON.parse(told.out)).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
    const file = join(temp(), 'openapi.json');
    const { out } = await run(['openapi', tutorial, '-o', file, '--server', 'https://api.example.com/x/']);
    expect(out).toMatch(/openapi\.json: 1 operation, \d+ schemas\n$/);
    expect(JSON.parse(readFileSync(file, 'utf8')).servers).toEqual([{ url: 'https://api.example.com/x' }]);
    const compact = await run(['openapi', tutorial, '--compact']);
    expect(compact.out).toMatch(/^\{"openapi":"3\.1\.0",.*\}\n$/);
    expect(JSON.parse(compact.out)).toEqual(JSON.parse(told.out));
  });

  test('says how clients authenticate, as the settings of serve have it', async () => {
    const bridge = { mapping: tutorial, upstream: 'http://127.0.0.1:9', publicUrl: 'https://api.example.com' };
    const settings = { bridges: [{ ...bridge, auth: { front: [{ apiKey: { header: 'X-Key', judge: 'back' } }] } }] };
    const config = join(temp({ 'soapstone.yaml': JSON.stringify(settings) }), 'soapstone.yaml');
    const told = await run(['openapi', tutorial, '--config', config]);
    expect(told.code, told.err).toBe(0);
    const { servers, components, security, paths } = JSON.parse(told.out);
    expect(servers).toEqual([{ url: 'https://api.example.com' }]);
    expect(components.securitySchemes).toEqual({ apiKey: { type: 'apiKey', in: 'header', name: 'x-key' } });
    expect(security).toEqual([{ apiKey: [] }]);
    expect(paths['/v1/accounts/{id}'].get).not.toHaveProperty('security');
    const other = await run(['openapi', join(tutorial, '..', '20-shapes'), '--config', config]);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('has no bridge with the mapping')]);
  });
});
