import { callRest } from '../e2e/scene.ts';
import { otherFaults } from './operations.ts';
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
      const { json, headers } = await scene.expect(`GET /${type}?limit=5`, 200);
      same(headers.get('content-type'), media('collection'), 'media type');
      assert(Array.isArray(json.items), 'no items');
      return undefined;
    },
    POST: async (type) => void (await scene.of(type)),
    GET: async (type) => {
      const path = await scene.of(type);
      const { json, headers } = await scene.expect(`GET ${path}`, 200);
      same([headers.get('content-type'), `/${type}/${json.id}`], [media('singular'), path], 'media type and id');
      return undefined;
    },
    PATCH: async (type) => void (await scene.expect(`PATCH ${await scene.of(type)}`, 204, scene.record(type))),
    PUT: async (type) => {
      for (const round of [1, 2]) {
        const answer = await scene.ask(`PUT /${type}/eid:PROBE-${type}`, scene.record(type));
        if (answer.status !== 204) {
          same(type, 'accountingPeriod', `PUT /${type} ${round} ${answer.status} ${answer.text.slice(0, 200)}`);
          return scene.refusal(answer);
        }
      }
      return undefined;
    },
    DELETE: async (type) => {
      const path = await scene.add(type);
      await scene.expect(`DELETE ${path}`, 204);
      same((await scene.ask(`GET ${path}`)).status, 404, 'a record that is gone');
      return undefined;
    },
    'not-listed': async (type) => {
      scene.refusal(await scene.ask(`GET /${type}`));
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
      return undefined;
    },
    transform: async (pair) => {
      const [from, to] = pair.split('/');
      let path = await scene.first('assemblyItem', 'itemId START_WITH OAK');
      if (from === 'assemblyBuild') {
        const built = await scene.expect(`POST ${path}/!transform/assemblyBuild`, 204, { quantity: 1 });
        path = new URL(built.headers.get('location')!, scene.loop.rest).pathname.slice(BASE.length);
      }
      await scene.expect(`POST ${path}/!transform/${to}`, 204, { quantity: 1 });
      return undefined;
    },
    prefer: async (kind) => {
      const [line, body] = await scene.requestOf(kind);
      const answer = await scene.ask(line, body, LATER);
      same([answer.headers.get('preference-applied'), answer.status], ['respond-async', 202], `${line} ${answer.text}`);
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
    q: async () => {
      same((await scene.idsOf('/bin?q=externalId%20IS%20BIN-1')).length, 1, 'records that fit');
      scene.refusal(await scene.ask('GET /bin?q=binNumber%20NOTHING%201'));
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
    'replace-selected': async () => {
      const path = await scene.bin();
      const clear = (query: string) => scene.expect(`PATCH ${path}${query}`, 204, { memo: null });
      const memo = async () => (await scene.ask(`GET ${path}`)).json.memo;
      await clear('?replaceSelectedFields=true');
      same(await memo(), 'as made', 'a field that is not named');
      await clear('?replaceSelectedFields=true&replace=memo');
      same(await memo(), undefined, 'a field that is named');
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
      return undefined;
    },
    'revision-replace': async () => {
      await scene.replaces(scene.second.rest);
      const path = await scene.bin('as made', scene.second.rest);
      const clear = await scene.ask(`PATCH ${path}?replace=memo`, { memo: null }, {}, scene.second.rest);
      same(clear.status, 204, clear.text);
      same((await scene.ask(`GET ${path}`, undefined, {}, scene.second.rest)).json.memo, undefined, 'the field');
      return undefined;
    },
    'revision-fields': async () => {
      const [id] = await scene.idsOf('/calendarEvent?limit=5', scene.second.rest);
      scene.refusal(await scene.ask(`GET /calendarEvent/${id}?fields=attendee`, undefined, {}, scene.second.rest));
      return undefined;
    },
    operation: async (name) => {
      const { scripted } = scene;
      scripted.state.action = '';
      const answer = await scene.askScripted(name);
      same(scripted.state.action, name, `what the service is asked for: ${answer.text.slice(0, 300)}`);
      assert(new RegExp(`<(\\w+:)?${name}[ />]`).test(scripted.state.last), scripted.state.last);
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
        assert(scene.scripted.state.last.includes(`:${part}>`), `no ${part} in ${scene.scripted.state.last}`);
        return undefined;
      }
      if (part === 'documentInfo') {
        assert(
          (await scene.ask('GET /bin?limit=5')).headers.has('x-service-document'),
          'the response does not show it',
        );
        return undefined;
      }
      return scene.showsCredential(part);
    },
    'fault-set': async (set) => {
      same(await otherFaults(`${scene.loop.direct.service.url}?wsdl`, set), [], 'operations that declare others');
      return undefined;
    },
    'account-in-host': async () => {
      const { status } = await scene.ask('GET /bin?limit=5', undefined, { host: 'acme.example.com' });
      same(status, 200, 'a host of an account');
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
      same(
        (await callRest(scene.loop.rest, 'GET /services/rest/record/v2/bin', undefined, {}, 'manual')).status,
        404,
        'v2',
      );
      return undefined;
    },
  };
  return checks;
}
