import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { smallWsdl } from '../init/small-contract.ts';
import { accountsWsdl, paymentsWsdl } from '../peers/contracts.ts';
import { startNodeSoapAccounts } from '../peers/node.ts';
import { startPhpAccounts } from '../peers/php.ts';
import { startSpyneAccounts } from '../peers/spyne.ts';
import { call } from '../server/http-client.ts';
import { temp } from '../server/temp.ts';
import { until } from '../server/until.ts';
import { run, start } from './spawn-cli.ts';

const weather = join(import.meta.dirname, '../init/contracts/weather/weather.wsdl');

describe('operations', () => {
  test('lists operations with their parts and faults', async () => {
    const { code, out } = await run(['operations', paymentsWsdl]);
    expect(code, out).toBe(0);
    expect(out).toMatch(/^Payments, port Payments11, SOAP 1.1 at https:/);
    expect(out).toContain(
      '\n  Pay\n    request  Pay { from, to, amount, reference? }\n    response PayResponse { paymentId }\n',
    );
    expect(out).toContain('\n    fault    InvalidPayment { problem[] }\n');
    expect(out).toMatch(/\n3 operations\n$/);
  });

  test('are those of the contract that a mapping folder names', async () => {
    const { code, out } = await run(['operations', join(import.meta.dirname, '../../mappings/10-first-row')]);
    expect([code, out]).toEqual([0, expect.stringContaining('\n  GetAccount\n')]);
  });

  test('names what cannot be read', async () => {
    const { code, err } = await run(['operations', join(temp(), 'none.wsdl')]);
    expect([code, err]).toEqual([1, expect.stringMatching(/CONTRACT_READ: .*none\.wsdl/)]);
  });
});

describe('init', () => {
  test('--cases writes stub cases for the rules of a table that no case passes for', async () => {
    const dir = join(temp(), 'weather');
    const first = await run(['init', weather, '-o', dir]);
    expect([first.code, first.out]).toEqual([0, expect.stringContaining('note: the contract stays outside, at ../')]);
    const table = join(dir, 'mapping.yaml');
    writeFileSync(table, readFileSync(table, 'utf8').replace('/city-forecast?', '/forecast?'));
    const { code, out } = await run(['init', weather, '-o', dir, '--cases']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/1 stub case of edited rules taken out: .*\n.*stubs-1\.yaml: 1 stub case\n$/),
    ]);
    expect((await run(['test', dir])).out).toContain('3 passed, 0 failed');
    const stubs = join(dir, 'cases', 'stubs-1.yaml');
    writeFileSync(stubs, readFileSync(stubs, 'utf8').replace(/"text"/, '"Oslo"'));
    expect((await run(['init', weather, '-o', dir, '--cases'])).out).toMatch(
      /stubs-1\.yaml:2 .* fails: correct or delete it\n/,
    );
    rmSync(stubs);
    rmSync(join(dir, 'cases', 'sample-values.yaml'));
    expect((await run(['init', weather, '-o', dir, '--cases'])).out).toContain('stubs-1.yaml: 2 stub cases');
    expect((await run(['test', dir])).out).toContain('3 passed, 0 failed');
    rmSync(join(dir, 'cases'), { recursive: true });
    expect((await run(['test', dir])).out).toContain(`soapstone init CONTRACT -o ${dir} --cases`);
  });

  test('--cases leaves comments, names of a hand and the lines of messages as they are', async () => {
    const dir = temp();
    const wsdl = join(temp(), 'shop.wsdl');
    const operations = ['A', 'B', 'C', 'D'].map((name) => `Get${name}(key: string) -> ok: boolean`);
    writeFileSync(wsdl, smallWsdl({ operations }));
    await run(['init', wsdl, '-o', dir]);
    const [table, stubs] = [join(dir, 'mapping.yaml'), join(dir, 'cases', 'sample-values.yaml')];
    const commented = readFileSync(stubs, 'utf8')
      .replace('- name: GetB', '# ---- ask the team of B ----\n\n# twice\n- name: GetB')
      .replace('- name: GetC, sample values', '- name: C as the shop has it')
      .replace('- name: GetD', '# of D\n- name: GetD');
    writeFileSync(stubs, commented);
    const edited = readFileSync(table, 'utf8').replaceAll(/GET \/([acd])/g, 'GET /new-$1');
    expect(edited).toContain('/new-d');
    writeFileSync(table, edited);
    const { out } = await run(['init', wsdl, '-o', dir, '--cases']);
    const left = readFileSync(stubs, 'utf8');
    expect(left).toContain('# ---- ask the team of B ----\n\n# twice\n- name: GetB');
    expect(left).toMatch(/\n# of D\n$/);
    expect(left).not.toContain('name: GetD');
    const line = left.split('\n').indexOf('- name: C as the shop has it') + 1;
    expect(out).toContain('2 stub cases of edited rules taken out');
    expect(out).toContain(`sample-values.yaml:${line} C as the shop has it fails`);
  });

  test('--cases with a mapping folder adds cases there, and without a table writes none', async () => {
    const cwd = temp();
    expect((await run(['init', weather, '-o', 'deep/weather'], { cwd })).code).toBe(0);
    rmSync(join(cwd, 'deep/weather/cases'), { recursive: true });
    const { code, out, err } = await run(['init', '--cases', 'deep/weather'], { cwd });
    expect([code, err], out).toEqual([0, '']);
    expect(out).toContain(`${join('deep', 'weather', 'cases', 'stubs-1.yaml')}: 3 stub cases`);
    expect(readdirSync(cwd)).toEqual(['deep']);
    const refused = await run(['init', '--cases', weather], { cwd });
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('--cases adds to the cases of a table, and weather has none (soapstone init'),
    ]);
    expect(readdirSync(cwd)).toEqual(['deep']);
  });

  test('a table whose proposal of pages is used passes its cases', async () => {
    const text = smallWsdl({
      operations: [
        'listTrips(city: string, pageNumber: int, pageSize: int) -> trip: string[]',
        'getTrip(tripId: string) -> city: string',
      ],
    });
    const dir = temp({ 'trips.wsdl': text });
    const trips = join(dir, 'trips');
    const { out } = await run(['init', join(dir, 'trips.wsdl'), '-o', trips]);
    expect(out).toContain('no stub case yet for listTrips: ');
    expect(out).toContain(`once one is chosen: soapstone init --cases ${trips}`);
    const table = join(trips, 'mapping.yaml');
    const used = readFileSync(table, 'utf8')
      .replace(/^ {2}- GET \/trips\?.*\n/m, '')
      .replaceAll(/^ {2}# (- id:| {2})/gm, '  $1');
    expect(used).toMatch(/^ {4}pages: /m);
    writeFileSync(table, used);
    expect((await run(['check', trips])).code).toBe(0);
    expect((await run(['test', trips])).out).toMatch(/\n1 passed, 0 failed\n/);
    const added = await run(['init', '--cases', trips]);
    expect(added.out).toMatch(/stubs-1\.yaml: 1 stub case\n$/);
    const stubs = readFileSync(join(trips, 'cases', 'stubs-1.yaml'), 'utf8');
    expect(stubs).toContain('<pageNumber>1</pageNumber>');
    expect(stubs).toContain('"hasMore": false');
    expect((await run(['test', trips])).out).toMatch(/\n2 passed, 0 failed\n/);
  });

  test('writes a table and cases that check and test take, and says what it guessed', async () => {
    const dir = join(temp(), 'weather');
    const { code, out } = await run(['init', weather, '-o', dir]);
    expect(code, out).toBe(0);
    expect(out).toMatch(/^ {2}GET \/city-forecast\?zip +GetCityForecastByZIP +"get" is GET; one input in the query$/m);
    expect(out).toContain(
      'note: names in paths and queries are in camelCase (zip), those in bodies as in the contract (ZIP)',
    );
    expect(out).toContain('3 rules; 3 of 3 operations have a resource path; 3 stub cases\n');
    expect(await run(['check', dir])).toEqual({ code: 0, err: '', out: '1 mapping, 3 rules: no problems\n' });
    expect((await run(['test', dir])).out).toMatch(/\n3 passed, 0 failed\n$/);
  });

  test('a rule without a stub case is named with the cause', async () => {
    const pattern = '<s:minLength value="40"/><s:pattern value="a(b|c){1,60}"/>';
    const text = readFileSync(weather, 'utf8').replace(
      '<s:element minOccurs="0" name="ZIP" type="s:string"/>',
      `<s:element name="ZIP"><s:simpleType><s:restriction base="s:string">${pattern}</s:restriction></s:simpleType></s:element>`,
    );
    const dir = temp({ 'weather.wsdl': text });
    const { code, out } = await run(['init', join(dir, 'weather.wsdl'), '-o', join(dir, 'out')]);
    expect(code, out).toBe(0);
    expect(out).toContain(
      'no stub case for GetCityForecastByZIP: no sample fits all that the contract requires of GetCityForecastByZIP: ZIP has the pattern a(b|c){1,60}; write a case by hand',
    );
  });

  test('a second run overwrites nothing, and names the operations without a rule', async () => {
    const dir = temp({
      'mapping.yaml': `soapstone: 2\ncontract: ${accountsWsdl}\nrules:\n  - GET /x/{accountId}: GetAccount\n`,
    });
    const table = join(dir, 'mapping.yaml');
    const before = readFileSync(table, 'utf8');
    const complete = await run(['init', accountsWsdl, '-o', dir]);
    expect([complete.code, complete.out]).toEqual([0, expect.stringContaining('a rule for every operation')]);
    writeFileSync(
      table,
      before
        .replace('accounts.wsdl', 'accounts.wsdl # mine')
        .replace(accountsWsdl, paymentsWsdl)
        .replace('/x/{accountId}: GetAccount', '/x/{paymentId}: GetPayment'),
    );
    const { code, out } = await run(['init', paymentsWsdl, '-o', dir]);
    expect(code, out).toBe(0);
    expect(out).toContain('nothing is written');
    expect(out).toMatch(/POST \/pay +Pay [\s\S]*POST \/payments\/\{paymentId\}\/refund +Refund /);
    expect(out).not.toContain('GetPayment');
    expect(readFileSync(table, 'utf8')).toContain('/x/{paymentId}: GetPayment');
  });

  test('a second run with a contract that lacks an operation of the table says that, and what has no rule', async () => {
    const dir = temp({
      'mapping.yaml': `soapstone: 2\ncontract: ${accountsWsdl}\nrules:\n  - GET /x/{paymentId}: GetPayment\n  - GET /y/{accountId}: GetAccount\n  - POST /refunds: Refund -> 201\n`,
    });
    const { code, out, err } = await run(['init', paymentsWsdl, '-o', dir]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/mapping\.yaml:5:25 MAPPING_UNKNOWN_OPERATION: .*"GetAccount"/),
    ]);
    expect(out).toMatch(/nothing is written\noperations without a rule, .*:\n {2}POST \/pay +Pay .*\n$/);
    expect(out).not.toContain('GetPayment');
  });

  test('what a contract loses is said last, with its share and its cause', async () => {
    const text = readFileSync(paymentsWsdl, 'utf8').replace('element="pay:RefundResponse"', 'element="pay:Nothing"');
    expect(text).toContain('pay:Nothing');
    const dir = temp({ 'payments.wsdl': text });
    const warning =
      /\nwarning: left out: 1 of 3 operations, because of .*payments\.wsdl:\d+:\d+ CONTRACT_REFERENCE: .*Nothing/;
    const { code, out } = await run(['init', join(dir, 'payments.wsdl'), '-o', join(dir, 'out')]);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`${warning.source}.*\\n$`))]);
    expect(out).toContain('2 rules; 1 of 3 operations have a resource path, 1 named like the operation, 1 refused; ');
    const local = ['--port', '0', '--admin-port', 'off', '--drain-delay', '0', '--upstream', 'http://127.0.0.1:9'];
    const running = start(['serve', '--contract', join(dir, 'payments.wsdl'), ...local]);
    await until(() => /listening on port \d+\n/.test(running.err()));
    expect(running.err()).toMatch(new RegExp(`${warning.source}.*\\nlistening`));
  });

  test('without -o the folder has the name of the contract; what is there is not touched', async () => {
    const cwd = temp({ 'c/weather.wsdl': readFileSync(weather, 'utf8') });
    const initIn = (...args: string[]) => run(['init', 'c/weather.wsdl', ...args], { cwd });
    const { code, out } = await initIn();
    expect(code, out).toBe(0);
    expect(out).toContain(`${join('weather', 'mapping.yaml')}: 3 rules`);
    expect(out).toContain('next: edit the table, then soapstone test weather;');
    expect(readFileSync(join(cwd, 'weather', 'mapping.yaml'), 'utf8')).toContain('contract: "../c/weather.wsdl"\n');
    expect((await run(['test', 'weather'], { cwd })).out).toContain('3 passed, 0 failed');
    expect((await initIn()).out).toContain('is there already: nothing is written');
    expect((await initIn('-o', '.')).out).toContain('\nmapping.yaml: 3 rules');
    rmSync(join(cwd, 'weather'), { recursive: true });
    mkdirSync(join(cwd, 'weather'));
    expect(await initIn()).toMatchObject({
      code: 2,
      err: expect.stringContaining('"weather" is there already and is no mapping folder (name a folder with -o'),
    });
  });

  test('--all is one rule, --camel-case renames all members', async () => {
    const dir = temp();
    const { code, out } = await run(['init', weather, '-o', dir, '--all', '--camel-case']);
    expect(code, out).toBe(0);
    expect(out).not.toContain('names in paths');
    expect(out).toContain('3 rules for 3 operations, all named like their operation; 3 stub cases\n');
    const table = readFileSync(join(dir, 'mapping.yaml'), 'utf8');
    expect(table).toMatch(/rules:\n {2}- POST \/<operation>: "\*"\n$/);
    expect(table).toContain('"*": { rename: { "*": camel } }');
    expect((await run(['test', dir])).out).toMatch(/3 passed, 0 failed\n$/);
  });

  test('a contract by URL is stored beside the table, which then needs no network', async () => {
    const peer = await startNodeSoapAccounts();
    onTestFinished(() => peer.stop());
    const dir = temp();
    const { code, out, err } = await run(['init', `${peer.origin}/accounts?wsdl`, '-o', dir]);
    expect([code, err], out).toEqual([0, '']);
    await peer.stop();
    expect((await run(['check', dir])).out).toBe('1 mapping, 1 rule: no problems\n');
  });
});

describe('serve --contract', () => {
  test.each([
    ['node-soap', startNodeSoapAccounts],
    ['PHP', startPhpAccounts],
    ['spyne', () => startSpyneAccounts('1.1')],
  ])('nothing else is needed before the first response of %s', async (_name, startPeer) => {
    const peer = await startPeer();
    onTestFinished(() => peer.stop());
    const text = readFileSync(accountsWsdl, 'utf8').replace('https://bank.example.com', peer.origin);
    const dir = temp({ 'accounts.wsdl': text });
    const local = ['--host', '127.0.0.1', '--port', '0', '--admin-port', 'off', '--drain-delay', '0'];
    const running = start(['serve', '--contract', join(dir, 'accounts.wsdl'), ...local]);
    await until(() => /listening on port \d+\n/.test(running.err()));
    expect(running.err()).toContain(`accounts: 1 rule, REST at http://127.0.0.1:`);
    expect(running.err()).toContain(`SOAP at ${peer.origin}/accounts\n`);
    const port = Number(/listening on port (\d+)/.exec(running.err())?.[1]);
    const [, docs] = /docs: http:\/\/127\.0\.0\.1:\d+(\S+)\n/.exec(running.err()) ?? [];
    expect((await call(port, docs)).text).toContain('/accounts/{accountId}');
    const [, tried] = /try: curl 'http:\/\/127\.0\.0\.1:\d+(\/accounts\/\S+)'\n/.exec(running.err()) ?? [];
    // The sample goes through: the service knows no account 1, and declares a fault for that.
    expect(JSON.parse((await call(port, tried)).text)).toMatchObject({ status: 404, code: 'ACCOUNT_NOT_FOUND' });
    const { status, text: body } = await call(port, '/accounts/7?currency=SEK');
    expect([status, JSON.parse(body)]).toMatchObject([200, { id: '7', currency: 'SEK' }]);
  });

  test('a contract by URL that names a host unknown here: the service is where the contract came from', async () => {
    const peer = await startNodeSoapAccounts();
    onTestFinished(() => peer.stop());
    const local = ['--host', '127.0.0.1', '--port', '0', '--admin-port', 'off', '--drain-delay', '0'];
    const running = start(['serve', '--contract', `${peer.origin}/accounts?wsdl`, ...local]);
    await until(() => /listening on port \d+\n/.test(running.err()));
    expect(running.err()).toContain(`SOAP at ${peer.origin}/accounts\n`);
    expect(running.err()).toContain(
      `note: SOAP goes to ${peer.origin}/accounts, since the contract names https://bank.example.com/accounts;`,
    );
    const port = Number(/listening on port (\d+)/.exec(running.err())?.[1]);
    expect((await call(port, '/accounts/7')).status).toBe(200);
  });

  test('it and init say what they recognised: failures inside of responses, pages, credentials', async () => {
    const results = 'success: boolean, errorCode?: string, errorMessage?: string';
    const text = smallWsdl({
      operations: [
        `bookTrip(sessionId: string, city: string) -> ${results}`,
        `listTrips(sessionId: string, pageNumber: int, pageSize: int) -> ${results}`,
      ],
    });
    const dir = temp({ 'trips.wsdl': text });
    const lines = (who: string) => [
      'note: failures inside of responses (success: false): bookTrip, listTrips; clients get errors, of logins 401, of others 422\n',
      `note: pages: listTrips; ${who} says how to take limit and offset\n`,
      'note: credentials among the inputs: sessionId; clients send X-Session-Id\n',
    ];
    const { out } = await run(['init', join(dir, 'trips.wsdl'), '-o', join(dir, 'trips')]);
    expect(out).toContain(lines(join(dir, 'trips', 'mapping.yaml')).join(''));
    const running = start(['serve', '--contract', join(dir, 'trips.wsdl'), '--port', '0', '--admin-port', 'off']);
    await until(() => /listening on port \d+\n/.test(running.err()));
    expect(running.err()).toContain(lines('init').join(''));
  });

  test('a contract without an address asks for --upstream', async () => {
    const text = readFileSync(accountsWsdl, 'utf8').replace(/<soap:address[^>]*>/g, '<soap:address location=""/>');
    const { code, err } = await run([
      'serve',
      '--contract',
      join(temp({ 'a.wsdl': text }), 'a.wsdl'),
      '--port',
      '0',
      '--admin-port',
      'off',
    ]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        'the contract names no http address of its service (add --upstream URL; or write a table with soapstone init, whose service soapstone mock plays)',
      ),
    ]);
  });
});
