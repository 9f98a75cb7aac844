import { MARK, refused, SILENT, succeeded } from './answers.ts';
import { FAULT_SETS, otherFaults } from './operations.ts';
import { BASE, LATER, media, type RestScene } from './rest-scene.ts';
import { assert, type Checks, same } from './statements.ts';

export function restChecks(scene: RestScene): Checks {
  const checks: Checks = {
    areas: async () => {
      const areas = {
        account: 'accounting',
        calendarEvent: 'scheduling',
        campaign: 'marketing',
        assemblyBuild: 'inventory',
        billingAccount: 'relationships',
        blanketPurchaseOrder: 'purchases',
        advIntercompanyJournalEntry: 'general',
        salesOrder: 'sales',
        note: 'communication',
        supportCase: 'support',
        employee: 'employees',
        timeBill: 'employees',
        folder: 'filecabinet',
        siteCategory: 'website',
        customList: 'customization',
        manufacturingCostTemplate: 'supplychain',
        budget: 'financial',
        check: 'bank',
        customerPayment: 'customers',
        itemDemandPlan: 'demandplanning',
      };
      for (const [type, area] of Object.entries(areas)) {
        await scene.ask(`POST /${type}`, {}, {}, scene.overScripted.origin);
        assert(scene.scripted.state.last.includes(`${area}_2019_1.`), `${type}: ${scene.scripted.state.last}`);
      }
      return undefined;
    },
    'internal-id': async () => {
      const path = await scene.bin();
      assert(/^\/bin\/[1-9]\d*$/.test(path), path);
      same(`/bin/${(await scene.expect(`GET ${path}`, 200)).json.id}`, path, 'the record of the path');
      for (const line of ['GET /bin/', 'DELETE /bin/', 'PATCH /bin/'])
        for (const id of ['abc', '2147483648'])
          scene.refusal(await scene.ask(line + id, line.startsWith('PATCH') ? {} : undefined));
      scene.refusal(await scene.ask('POST /assemblyItem/abc/!transform/workOrder', {}));
      return undefined;
    },
    'external-id': async () => {
      await scene.expect('PUT /bin/PROBE-1', 204, { binNumber: 'Probe external', location: { id: '1' } });
      same((await scene.expect('GET /bin/eid:PROBE-1', 200)).json.externalId, 'PROBE-1', 'its external id');
      return undefined;
    },
    list: async (type) => {
      const id = (await scene.of(type)).split('/').at(-1);
      const { json, headers } = await scene.expect(`GET /${type}?limit=5`, 200);
      same(headers.get('content-type'), media('collection'), 'media type');
      same(json.items.length, Math.min(5, json.totalResults), 'items of a page');
      const last = Math.floor((json.totalResults - 1) / 5) * 5;
      const ids = await scene.idsOf(`/${type}?limit=5&offset=${last}`);
      assert(ids.includes(id!), `the newest record is not the last: ${id}, ${ids}`);
      return undefined;
    },
    POST: async (type) => {
      const sent = scene.record(type);
      await scene.demandSame(await scene.add(type, sent), sent);
      return undefined;
    },
    GET: async (type) => {
      const path = await scene.of(type);
      const { json, headers } = await scene.expect(`GET ${path}`, 200);
      same([headers.get('content-type'), `/${type}/${json.id}`], [media('singular'), path], 'media type and id');
      return undefined;
    },
    PATCH: async (type) => {
      const sent = scene.record(type);
      await scene.expect(`PATCH ${await scene.of(type)}`, 204, sent);
      await scene.demandSame(await scene.of(type), sent);
      return undefined;
    },
    PUT: async (type) => {
      const locations = [];
      for (const round of [1, 2]) {
        const sent = scene.record(type);
        const answer = await scene.ask(`PUT /${type}/eid:PROBE-${type}`, sent);
        if (answer.status !== 204) {
          same(type, 'accountingPeriod', `PUT /${type} ${round} ${answer.status} ${answer.text.slice(0, 200)}`);
          return scene.refusal(answer);
        }
        locations.push(answer.headers.get('location'));
        await scene.demandSame(`/${type}/eid:PROBE-${type}`, sent);
      }
      same(locations[0], locations[1], 'the record of the second PUT');
      return undefined;
    },
    DELETE: async (type) => {
      const path = await scene.add(type);
      await scene.expect(`DELETE ${path}`, 204);
      same((await scene.ask(`GET ${path}`)).status, 404, 'a record that is gone');
      return undefined;
    },
    'not-listed': async (type) => {
      const answer = await scene.ask(`GET /${type}`);
      scene.refusal(answer);
      same(answer.status, 405, 'status');
      await scene.of(type);
      return undefined;
    },
    failure: async () => {
      const refused = [
        await scene.ask('GET /bin/2147483647'),
        await scene.ask('GET /nothing'),
        await scene.ask('POST /bin', '{'),
        await scene.ask('POST /bin', { isInactive: 'perhaps' }),
        await scene.ask('GET /bin?q=%28'),
      ];
      for (const answer of refused) scene.refusal(answer);
      same(
        refused.map(({ status }) => status),
        [404, 404, 400, 422, 400],
        'statuses',
      );
      same((await scene.ask('GET /bin?limit=5')).status, 200, 'what is no failure');
      return undefined;
    },
    transform: async (pair) => {
      const [from, to] = pair.split('/');
      let path = await scene.first('assemblyItem', 'itemId START_WITH OAK');
      if (from === 'assemblyBuild') {
        const built = await scene.expect(`POST ${path}/!transform/assemblyBuild`, 204, { quantity: 1 });
        path = new URL(built.headers.get('location')!, scene.loop.rest).pathname.slice(BASE.length);
      }
      const { headers } = await scene.expect(`POST ${path}/!transform/${to}`, 204, { quantity: 1 });
      const at = new URL(headers.get('location')!, scene.loop.rest).pathname.slice(BASE.length);
      const { json } = await scene.expect(`GET ${at}`, 200);
      same([at.split('/')[1], Number(json.quantity)], [to, 1], 'the record that was made');
      return undefined;
    },
    prefer: async (kind) => {
      const [line, body] = await scene.requestOf(kind);
      const answer = await scene.ask(line, body, LATER);
      same([answer.headers.get('preference-applied'), answer.status], ['respond-async', 202], `${line} ${answer.text}`);
      await scene.demandResult(answer.headers.get('location')!);
      const [again, anew] = await scene.requestOf(kind);
      const at = await scene.ask(again, anew);
      same(
        [at.headers.get('preference-applied'), at.status < 300 && at.status !== 202],
        [null, true],
        `${again} at once`,
      );
      return undefined;
    },
    idempotency: async () => {
      const key = { 'x-service-idempotency-key': crypto.randomUUID() };
      const body = { binNumber: `Probe ${++scene.marks}`, location: { id: '1' } };
      const submit = async () => (await scene.ask('POST /bin', body, { ...LATER, ...key })).headers.get('location');
      const job = await submit();
      same(await submit(), job, 'the job of the second request');
      const bin = { memo: 'no number of its own', location: { id: '1' } };
      const other = { 'x-service-idempotency-key': crypto.randomUUID() };
      const made = [];
      for (const binNumber of [`Probe ${++scene.marks}`, `Probe ${++scene.marks}`])
        made.push((await scene.expect('POST /bin', 204, { ...bin, binNumber }, other)).headers.get('location'));
      assert(made[0] !== made[1], 'the key of a synchronous request counts');
      return undefined;
    },
    'idempotency-of': async (kind) => {
      const [line, body] = await scene.requestOf(kind);
      const submit = async (key: string) => {
        const answer = await scene.ask(line, body, { ...LATER, 'x-service-idempotency-key': key });
        same(answer.status, 202, `${line} ${answer.text}`);
        return answer.headers.get('location')!;
      };
      const key = crypto.randomUUID();
      const job = await submit(key);
      same(await submit(key), job, 'the job of the second request');
      await scene.demandResult(job);
      assert((await submit(crypto.randomUUID())) !== job, 'another key has the same job');
      return undefined;
    },
    q: async () => {
      same((await scene.idsOf('/bin?q=externalId%20IS%20BIN-1')).length, 1, 'records that fit');
      scene.refusal(await scene.ask('GET /bin?q=binNumber%20NOTHING%201'));
      return undefined;
    },
    window: async () => {
      for (const name of ['limit', 'offset'])
        for (const value of ['x', '1.5', '2147483648', '-2147483649', '-1', '1e2', ''])
          same(scene.refused(await scene.ask(`GET /bin?${name}=${value}`), `?${name}`), 400, `${name}=${value}`);
      same((await scene.idsOf('/bin?limit=5&offset=2147483647')).length, 0, 'items of the last offset');
      return undefined;
    },
    limit: async () => {
      same((await scene.idsOf('/account?limit=7')).length, 7, 'a page of 7');
      await scene.ask('GET /bin', undefined, {}, scene.overScripted.origin);
      assert(/pageSize>1000</.test(scene.scripted.state.last), `no page of 1000 in ${scene.scripted.state.last}`);
      return undefined;
    },
    offset: async () => {
      const whole = await scene.idsOf('/account?limit=10');
      same(whole.length, 10, 'a page of 10');
      same(await scene.idsOf('/account?limit=5&offset=5'), whole.slice(5), 'the second page');
      same((await scene.ask('GET /account?limit=10')).json.offset, 0, 'the offset of the first page');
      return undefined;
    },
    expand: async () => {
      const path = await scene.first('calendarEvent', 'title START_WITH Visit');
      assert(!('items' in (await scene.ask(`GET ${path}`)).json.attendee), 'expanded by default');
      assert((await scene.ask(`GET ${path}?expandSubResources=true`)).json.attendee.items.length > 0, 'not expanded');
      return undefined;
    },
    enums: async () => {
      const path = await scene.first('account', 'acctType ANY_OF [Bank]');
      same((await scene.ask(`GET ${path}`)).json.acctType.id, 'Bank', 'the value by default');
      same((await scene.ask(`GET ${path}?simpleEnumFormat=true`)).json.acctType, 'Bank', 'the id alone');
      return undefined;
    },
    fields: async () => {
      const path = await scene.first('calendarEvent', 'title START_WITH Visit');
      const names = Object.keys((await scene.ask(`GET ${path}?fields=title,attendee`)).json);
      same(names.filter((name) => !['links', 'id'].includes(name)).toSorted(), ['attendee', 'title'], 'the fields');
      return undefined;
    },
    replace: async () => void (await scene.replaces(scene.loop.rest)),
    'replace-of': async (kind) => {
      if (kind === 'transform') return scene.replacesInTransform();
      const [a, b, c] = await scene.idsOf('/assemblyItem?limit=5');
      const [bom] = await scene.idsOf('/bom?limit=5');
      const path = `/bomRevision/eid:PROBE-REPLACE-${kind}`;
      const revision = (...ids: string[]) => ({
        name: `Probe ${++scene.marks}`,
        billOfMaterials: { id: bom },
        component: { items: ids.map((id) => ({ item: { id }, bomQuantity: 1 })) },
      });
      const lines = async () => {
        const { json } = await scene.expect(`GET ${path}?expandSubResources=true`, 200);
        return json.component.items.map((one: { item: { id: string } }) => one.item.id);
      };
      const first = { ...revision(a, b), externalId: `PROBE-REPLACE-${kind}` };
      await scene.expect('POST /bomRevision?replace=component', 204, first);
      same((await lines()).toSorted(), [a, b].toSorted(), 'lines of a new record');
      if (kind === 'POST') return undefined;
      await scene.expect(`${kind} ${path}`, 204, revision(c));
      same((await lines()).toSorted(), [a, b, c].toSorted(), 'lines that are added');
      await scene.expect(`${kind} ${path}?replace=component`, 204, revision(c));
      same(await lines(), [c], 'lines that are replaced');
      return undefined;
    },
    'replace-selected': async () => {
      const path = await scene.bin();
      const clear = (query: string) => scene.expect(`PATCH ${path}${query}`, 204, { memo: null });
      const memo = async () => (await scene.ask(`GET ${path}`)).json.memo;
      await clear('?replaceSelectedFields=true');
      same(await memo(), 'as made', 'a field that is not named');
      await clear('?replaceSelectedFields=true&replace=memo');
      same(await memo(), undefined, 'a field that is named');
      const put = { binNumber: `Probe ${++scene.marks}`, location: { id: '1' } };
      const named = '/bin/eid:PROBE-SELECTED';
      const memoOfPut = async () => (await scene.ask(`GET ${named}`)).json.memo;
      await scene.expect(`PUT ${named}`, 204, { ...put, memo: 'as made' });
      await scene.expect(`PUT ${named}?replaceSelectedFields=true`, 204, { ...put, memo: null });
      same(await memoOfPut(), 'as made', 'a field of PUT that is not named');
      await scene.expect(`PUT ${named}?replaceSelectedFields=true&replace=memo`, 204, { ...put, memo: null });
      same(await memoOfPut(), undefined, 'a field of PUT that is named');
      const other = await scene.bin();
      await scene.expect(`PATCH ${other}`, 204, { memo: null });
      same((await scene.ask(`GET ${other}`)).json.memo, undefined, 'a field by default');
      return undefined;
    },
    'property-names': (kind) => scene.strictness('x-service-propertynamevalidation', kind, { unheard: 1 }, 'Warning'),
    'property-values': (kind) =>
      scene.strictness(
        'x-service-propertyvaluevalidation',
        kind,
        kind === 'transform' ? { startDate: 'x' } : { isInactive: 'x' },
        'Error',
      ),
    'revision-key': async () => {
      const headers = { ...LATER, 'x-service-idempotency-key': 'no UUID' };
      const body = { binNumber: `Probe ${++scene.marks}`, location: { id: '1' } };
      same((await scene.ask('POST /bin', body, headers, scene.second.rest)).status, 202, 'a key that is none');
      assert((await scene.ask('POST /bin', body, headers)).status >= 400, 'the other revision takes it, too');
      return undefined;
    },
    'revision-replace': async () => {
      await scene.replaces(scene.second.rest);
      const path = await scene.bin('as made', scene.second.rest);
      const clear = await scene.ask(`PATCH ${path}?replace=memo`, { memo: null }, {}, scene.second.rest);
      same(clear.status, 204, clear.text);
      same((await scene.ask(`GET ${path}`, undefined, {}, scene.second.rest)).json.memo, undefined, 'the field');
      await scene.deletes('/calendarEvent', 'attendee', ({ items }) => Array.isArray(items) && items.length > 0);
      await scene.deletes('/salesOrder', 'shippingAddress', ({ city }) => city === 'Probe', { city: 'Probe' });
      return undefined;
    },
    'revision-fields': async () => {
      const [id] = await scene.idsOf('/calendarEvent?limit=5', scene.second.rest);
      const fields = (names: string) =>
        scene.ask(`GET /calendarEvent/${id}?fields=${names}`, undefined, {}, scene.second.rest);
      scene.refusal(await fields('attendee'));
      same((await fields('title')).status, 200, 'a field');
      return undefined;
    },
    operation: async (name) => {
      const { scripted } = scene;
      scripted.state.action = '';
      scripted.state.answer = succeeded(name);
      const answer = await scene.askScripted(name);
      same(scripted.state.action, name, `what the service is asked for: ${answer.text.slice(0, 300)}`);
      assert(new RegExp(`<(\\w+:)?${name}[ />]`).test(scripted.state.last), scripted.state.last);
      assert(answer.status < 300, `${answer.status} ${answer.text.slice(0, 300)}`);
      const said = answer.text + answer.headers.get('location');
      const behind = answer.status === 202 ? await scene.jobBehind(answer) : said;
      assert(SILENT.has(name) || behind.includes(MARK), `the response is not read: ${behind.slice(0, 300)}`);
      scripted.state.answer = refused(name);
      scene.demandMessage(await scene.askScripted(name));
      return undefined;
    },
    header: async (part) => {
      const fields: Record<string, [line: string, headers: Record<string, string>]> = {
        partnerInfo: ['GET /bin/1', { 'x-service-partner': 'p' }],
        preferences: ['GET /bin/1', { 'x-service-warningaserror': 'true' }],
        searchPreferences: ['GET /bin?limit=7', {}],
      };
      if (part in fields) {
        await scene.ask(fields[part][0], undefined, fields[part][1], scene.overScripted.origin);
        const value = { partnerInfo: '>p<', preferences: '>true<', searchPreferences: '>7<' }[part]!;
        const { last } = scene.scripted.state;
        assert(last.includes(`:${part}>`) && last.includes(value), `no ${part} in ${last}`);
        return undefined;
      }
      if (part === 'documentInfo') {
        const said = (await scene.ask('GET /bin?limit=5')).headers.get('x-service-document');
        assert(/^WEBSERVICES_DEMO1_/.test(said ?? ''), `the response does not show it: ${said}`);
        return undefined;
      }
      return scene.showsCredential(part);
    },
    // REST clients get each of the faults as an error: of all operations of the set.
    'fault-set': async (set) => {
      same(await otherFaults(`${scene.loop.direct.service.url}?wsdl`, set), [], 'operations that declare others');
      const { of, faults } = FAULT_SETS[set];
      for (const operation of of)
        for (const name of faults) await scene.told(name.charAt(0).toLowerCase() + name.slice(1), [], operation);
      return undefined;
    },
    'account-in-host': async () => {
      const urls = (account: string) => scene.ask(`GET /services/rest/system/v1/dataCenterUrls?account=${account}`);
      const { json } = await urls('DEMO1');
      const hosts = ['restDomain', 'webservicesDomain', 'systemDomain'].map((name) => new URL(json[name]).hostname);
      same(hosts, ['127.0.0.1', '127.0.0.1', '127.0.0.1'], 'the hosts of the account');
      scene.refusal(await urls('NOBODY'));
      return undefined;
    },
    // REST clients have no sessions: what begins one is carried out by the service, which judges the credentials.
    sessions: async () => {
      for (const name of ['login', 'ssoLogin', 'logout']) await checks['operation'](name);
      return undefined;
    },
    'credentials-fail': async () => {
      const faults = ['invalidCredentials', 'invalidSession', 'invalidAccount', 'insufficientPermission'];
      for (const name of faults) await scene.told(name, [401, 403]);
      return undefined;
    },
    fault: (name) => scene.told(name),
    release: async () => {
      await scene.ask('GET /bin/1', undefined, {}, scene.overScripted.origin);
      assert(scene.scripted.state.last.includes('messages_2019_1.'), scene.scripted.state.last);
      return undefined;
    },
    version: async () => {
      same((await scene.ask('GET /services/rest/record/v1/bin?limit=5')).status, 200, 'v1');
      same((await scene.ask('GET /services/rest/record/v2/bin')).status, 404, 'v2');
      return undefined;
    },
  };
  return checks;
}
