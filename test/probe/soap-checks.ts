import { CONTENT, otherFaults } from './operations.ts';
import { BASE, bare, SOAP, type SoapScene } from './soap-scene.ts';
import { assert, type Checks, same } from './statements.ts';

/** Section 2.1. */
const AREAS = [
  ...['core', 'common', 'messages', 'faults'].map((name) => `${name}_2019_1.platform`),
  ...[
    'scheduling_2019_1.activities',
    'communication_2019_1.general',
    'filecabinet_2019_1.documents',
    'customization_2019_1.setup',
  ],
  ...['relationships', 'support', 'accounting', 'employees', 'website', 'marketing', 'supplychain'].map(
    (name) => `${name}_2019_1.lists`,
  ),
  ...[
    'sales',
    'purchases',
    'customers',
    'financial',
    'bank',
    'inventory',
    'general',
    'employees',
    'demandplanning',
  ].map((name) => `${name}_2019_1.transactions`),
];

/** What a response says beside its success. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  login: /userId [^>]*internalId="\d+"/,
  ssoLogin: /userId [^>]*internalId="\d+"/,
  logout: /isSuccess="true"/,
  add: /baseRef [^>]*internalId="\d+"/,
  update: /baseRef [^>]*internalId="1"/,
  upsert: /baseRef [^>]*internalId="\d+"/,
  delete: /isSuccess="true"/,
  get: /binNumber>/,
  initialize: /record [^>]*WorkOrder"/,
  addList: /(?:baseRef [^>]*internalId="\d+".*){2}/s,
  updateList: /baseRef [^>]*internalId="1"/,
  upsertList: /baseRef [^>]*internalId="\d+"/,
  deleteList: /writeResponse>.*isSuccess="true"/s,
  getList: /(?:binNumber>.*){4}/s,
  initializeList: /record [^>]*WorkOrder"/,
  search: /totalRecords>[1-9]/,
  searchMore: /record [^>]*internalId="\d+"/,
  searchMoreWithId: /record [^>]*internalId="\d+"/,
  searchNext: /pageIndex>2</,
  getServerTime: /serverTime>20\d\d-\d\d-\d\dT/,
  getDataCenterUrls: /restDomain>https:\/\/127\.0\.0\.1/,
  asyncAddList: /jobId>[^<]+</,
  asyncUpdateList: /jobId>[^<]+</,
  asyncUpsertList: /jobId>[^<]+</,
  asyncDeleteList: /jobId>[^<]+</,
  asyncGetList: /jobId>[^<]+</,
  asyncInitializeList: /jobId>[^<]+</,
  asyncSearch: /jobId>[^<]+</,
  checkAsyncStatus: /percentCompleted>100/,
  getAsyncResult: /binNumber>/,
};

export function soapChecks(scene: SoapScene): Checks {
  const submission = async (kind: string) => {
    const contents: Record<string, readonly [string, string]> = {
      POST: ['asyncAddList', scene.record('bin')],
      PATCH: ['asyncUpdateList', scene.record('bin', 'internalId="1"', '<listAcct:memo>y</listAcct:memo>')],
      PUT: ['asyncUpsertList', scene.record('bin', 'externalId="PROBE-4"')],
      GET: ['asyncGetList', scene.ref('bin', '1')],
      DELETE: ['asyncDeleteList', scene.ref('bin', await scene.add('bin'))],
      list: ['asyncSearch', CONTENT['asyncSearch']],
      transform: ['asyncInitializeList', CONTENT['asyncInitializeList']],
    };
    return contents[kind];
  };
  const checks: Checks = {
    areas: async () => {
      const wsdl = await (await fetch(`${scene.face.origin + SOAP}?wsdl`)).text();
      for (const area of AREAS) assert(wsdl.includes(`urn:${area}.webservices.`), `no schema of ${area}`);
      return undefined;
    },
    'internal-id': async () => {
      const id = await scene.add('bin');
      same((await scene.done('get', scene.ref('bin', id))).attributes('internalId').includes(id), true, 'its id');
      return undefined;
    },
    'external-id': async () => {
      const { asked } = await scene.done('upsert', scene.record('bin', 'externalId="PROBE-2"'));
      assert(/^PUT \S+\/bin\/(eid:)?PROBE-2$/.test(bare(asked[0])), asked.join());
      return undefined;
    },
    list: async (rest) => {
      const id = await scene.add(rest);
      const answer = await scene.ask('search', scene.searchOf(rest));
      if (answer.status === 500) return scene.faultOf(answer);
      assert(bare(answer.asked[0]).startsWith(`GET ${BASE}/${rest}`), answer.asked.join());
      assert(answer.attributes('internalId').includes(id), answer.xml);
      return undefined;
    },
    POST: async (rest) => void (await scene.add(rest)),
    GET: async (rest) => {
      const id = await scene.add(rest);
      const answer = await scene.done('get', scene.ref(rest, id));
      assert(bare(answer.asked[0]).startsWith(`GET ${BASE}/${rest}/${id}`), answer.asked.join());
      assert(answer.attributes('internalId').includes(id), answer.xml);
      return undefined;
    },
    PATCH: async (rest) => {
      const id = await scene.add(rest);
      const { asked } = await scene.done('update', scene.record(rest, `internalId="${id}"`));
      same(asked.map(bare), [`PATCH ${BASE}/${rest}/${id}`], 'what the API is asked');
      return undefined;
    },
    PUT: async (rest) => {
      const answer = await scene.ask('upsert', scene.record(rest, `externalId="P-${rest}"`));
      if (rest === 'accountingPeriod') {
        // The contract has no external id for it.
        same(answer.status, 500, answer.xml);
        return answer.text('faultstring');
      }
      same(answer.asked.map(bare), [`PUT ${BASE}/${rest}/eid:P-${rest}`], answer.xml);
      const held = Object.values(await scene.held(rest));
      assert(
        held.some(({ externalId }) => externalId === `P-${rest}`),
        'the API does not hold it',
      );
      return undefined;
    },
    DELETE: async (rest) => {
      const id = await scene.add(rest);
      const { asked } = await scene.done('delete', scene.ref(rest, id));
      same(asked.map(bare), [`DELETE ${BASE}/${rest}/${id}`], 'what the API is asked');
      assert(!(id in (await scene.held(rest))), 'the API holds it still');
      return undefined;
    },
    'not-listed': async (rest) => {
      // The contract has a search of one of them.
      if (scene.typeOf(rest).search !== '') return scene.faultOf(await scene.ask('search', scene.searchOf(rest)));
      const [prefix, name] = scene.typeOf(rest).type.split(':');
      const none = await scene.ask('search', `<m:searchRecord i:type="${prefix}:${name}Search"/>`);
      scene.invalid(none);
      same(none.asked, [], 'what the API is asked');
      await scene.add(rest);
      return undefined;
    },
    failure: async () => {
      const gone = await scene.ask('get', scene.ref('bin', '9999'));
      same(gone.text('code'), 'RCRD_DSNT_EXIST', gone.xml);
      await scene.api.script({ status: 503, style: 'none' });
      scene.faultOf(await scene.ask('get', scene.ref('bin', '1')));
      return undefined;
    },
    transform: async (pair) => void (await scene.transformed(pair)),
    prefer: async (kind) => {
      const submitted = await scene.done(...(await submission(kind)));
      same(submitted.text('status'), 'pending', submitted.xml);
      if (kind !== 'list' && kind !== 'transform')
        assert(
          submitted.asked.some((line) => line.includes('prefer=respond-async')),
          submitted.asked.join(),
        );
      const id = submitted.text('jobId')!;
      scene.ids.set('job', id);
      const status = await scene.done('checkAsyncStatus', `<m:jobId>${id}</m:jobId>`);
      same(status.text('status'), 'finished', status.xml);
      await scene.done('getAsyncResult', `<m:jobId>${id}</m:jobId><m:pageIndex>1</m:pageIndex>`);
      return undefined;
    },
    // SOAP clients have no word for it: a job is submitted once, and the record is there once.
    idempotency: async () => {
      const before = Object.keys(await scene.held('bin')).length;
      const submitted = await scene.done('asyncAddList', scene.record('bin'));
      for (const _ of [1, 2]) await scene.done('checkAsyncStatus', `<m:jobId>${submitted.text('jobId')}</m:jobId>`);
      same(Object.keys(await scene.held('bin')).length, before + 1, 'records after a job');
      return undefined;
    },
    'idempotency-of': async (kind) => {
      const { asked, text } = await scene.done(...(await submission(kind)));
      // A search is made page by page, each request once.
      assert(asked.length > 0 && new Set(asked).size === asked.length, `what the API is asked: ${asked.join()}`);
      same(text('status'), 'pending', 'the job');
      return undefined;
    },
    q: async () => {
      const answer = await scene.search(
        '<k:binNumber operator="startsWith"><c:searchValue>A-</c:searchValue></k:binNumber>',
      );
      assert(/[?&]q=/.test(answer.asked[0]), answer.asked.join());
      same(answer.text('totalRecords'), '2', answer.xml);
      return undefined;
    },
    // SOAP clients say sizes and numbers of pages, which the contract has as whole numbers of 32 bits.
    window: async () => {
      for (const size of ['x', '1.5', '2147483648']) {
        const head = `<m:searchPreferences><m:pageSize>${size}</m:pageSize></m:searchPreferences>`;
        const answer = await scene.ask('search', CONTENT['search'], head);
        same([answer.status, answer.asked], [500, []], `${size}: ${answer.xml}`);
      }
      const { asked } = await scene.search('', 7);
      assert(/limit=7(&| |$)/.test(asked[0]), asked.join());
      return undefined;
    },
    limit: async () => {
      const { asked } = await scene.search('', 7);
      assert(/limit=7(&|$)/.test(bare(asked[0])), asked.join());
      return undefined;
    },
    offset: async () => {
      for (const _ of [1, 2, 3, 4, 5]) await scene.add('bin');
      const first = await scene.search('');
      const id = `<m:searchId>${first.text('searchId')}</m:searchId>`;
      const second = await scene.done('searchMoreWithId', `${id}<m:pageIndex>2</m:pageIndex>`);
      assert(
        second.asked.some((line) => /offset=5(&|$)/.test(bare(line))),
        second.asked.join(),
      );
      const ids = [first, second].map(({ xml }) =>
        [...xml.matchAll(/record [^>]*internalId="(\d+)"/g)].map(([, one]) => one),
      );
      same([ids[0].length, ids[1].filter((one) => ids[0].includes(one))], [5, []], 'pages of a search');
      scene.ids.set('search', first.text('searchId')!);
      return undefined;
    },
    expand: async () => {
      const answer = await scene.done('get', scene.ref('calendarEvent', '41'));
      assert(answer.asked[0].includes('expandSubResources=true') && /attendeeList/.test(answer.xml), answer.xml);
      return undefined;
    },
    enums: async () => {
      const answer = await scene.done('get', scene.ref('account', '11'));
      assert(answer.asked[0].includes('simpleEnumFormat=true'), answer.asked.join());
      same(answer.text('acctType'), '_bank', answer.xml);
      return undefined;
    },
    // SOAP clients have no word for it, and get all fields.
    fields: async () => {
      const answer = await scene.done('get', scene.ref('bin', '2'));
      // The API shows what it is asked for: a request that names fields would lack the others.
      const { json } = await scene.direct('GET /bin/2?fields=memo');
      same(['binNumber' in json, 'memo' in json], [false, true], 'fields of the API');
      same(
        ['binNumber', 'memo', 'isInactive'].filter((name) => answer.text(name) === undefined),
        [],
        'fields that lack',
      );
      return undefined;
    },
    replace: async () => {
      const line =
        '<actSched:attendeeList replaceAll="REPLACE"><actSched:attendee><actSched:attendee internalId="NUMBER"/></actSched:attendee></actSched:attendeeList>';
      const update = (replace: string, number: string) => {
        const content = line.replace('REPLACE', replace).replace('NUMBER', number);
        return scene.done('update', scene.record('calendarEvent', 'internalId="41"', content));
      };
      const attendees = async () => {
        const { items } = (await scene.held('calendarEvent'))['41']['attendee'] as {
          items: { attendee: { id: string } }[];
        };
        return items.map(({ attendee }) => attendee.id);
      };
      await update('false', '8');
      same(await attendees(), ['9', '8'], 'lines that are added');
      await update('true', '7');
      same(await attendees(), ['7'], 'lines that are replaced');
      return undefined;
    },
    // SOAP clients say it at the list itself, and the API hears it as its own parameter.
    'replace-of': async (kind) => {
      if (kind === 'transform') return scene.replacesInTransform();
      const operation = { POST: 'add', PATCH: 'update', PUT: 'upsert' }[kind]!;
      const attributes = { POST: '', PATCH: 'internalId="41"', PUT: 'externalId="PROBE-LINES"' }[kind]!;
      const content = (number: string) =>
        `<actSched:title>Lines</actSched:title><actSched:attendeeList replaceAll="true"><actSched:attendee><actSched:attendee internalId="${number}"/></actSched:attendee></actSched:attendeeList>`;
      for (const number of ['8', '7'])
        await scene.done(operation, scene.record('calendarEvent', attributes, content(number)));
      const events = Object.values(await scene.held('calendarEvent'));
      const lists = events.map(({ attendee }) => attendee as { items: { attendee: { id: string } }[] } | undefined);
      const seen = lists.map((list) => list?.items.map(({ attendee }) => attendee.id).join());
      assert(seen.includes('7'), `no event has the lines alone: ${seen.join('; ')}`);
      return undefined;
    },
    'replace-selected': async () => {
      const nulls = '<c:nullFieldList><c:name>memo</c:name></c:nullFieldList>';
      await scene.done('update', scene.record('bin', 'internalId="2"', nulls));
      same('memo' in (await scene.held('bin'))['2'], false, 'a field that is cleared');
      return undefined;
    },
    // SOAP clients have no word for it: the contract is strict, and the API goes by its own default.
    'property-names': async (kind) => {
      await scene.byDefault('x-service-propertynamevalidation', 'Warning', kind);
      return scene.strict(kind, '<listAcct:unheard>1</listAcct:unheard>');
    },
    'property-values': async (kind) => {
      await scene.byDefault('x-service-propertyvaluevalidation', 'Error', kind);
      await scene.strict(kind, '<listAcct:isInactive>perhaps</listAcct:isInactive>');
      return undefined;
    },
    'revision-key': () =>
      scene.inRevision2(async (ask) => {
        const before = Object.keys(await scene.held('bin')).length;
        const key = { 'x-service-idempotency-key': crypto.randomUUID() };
        for (const _ of [1, 2]) {
          const { asked } = await ask('asyncAddList', scene.record('bin'), key);
          assert(!asked.join().includes('idempotency'), asked.join());
        }
        same(Object.keys(await scene.held('bin')).length, before + 2, 'records of two jobs with one key');
      }),
    'revision-replace': () =>
      scene.inRevision2(async (ask) => {
        const nulls = '<c:nullFieldList><c:name>memo</c:name></c:nullFieldList>';
        await ask('update', scene.record('bin', 'internalId="1"', '<listAcct:memo>x</listAcct:memo>'));
        same((await scene.held('bin'))['1']['memo'], 'x', 'the field before');
        await ask('update', scene.record('bin', 'internalId="1"', nulls));
        same('memo' in (await scene.held('bin'))['1'], false, 'a field that is cleared');
      }),
    'revision-fields': () =>
      scene.inRevision2(async (ask) => {
        const { xml } = await ask('get', scene.ref('calendarEvent', '41'));
        // A request that names fields would have no sublist from the API.
        const { json } = await scene.direct('GET /calendarEvent/41?fields=title&expandSubResources=true');
        same([xml.includes('attendeeList'), 'attendee' in json], [true, false], xml);
      }),
    operation: async (name) => {
      if (['searchMore', 'logout'].includes(name)) await scene.begin();
      const removePages = name === 'searchNext' ? await scene.beginPages() : undefined;
      if (/AsyncStatus|AsyncResult/.test(name)) await checks['prefer']('GET');
      const content = CONTENT[name]
        .replace('{search}', scene.ids.get('search') ?? '')
        .replace('{job}', scene.ids.get('job') ?? '');
      const deletes = name.startsWith('delete') || name === 'asyncDeleteList';
      const isHeld = async () => Object.values(await scene.held('bin')).some((one) => one['externalId'] === 'PROBE-1');
      if (deletes) {
        await scene.done('upsert', CONTENT['upsert']);
        assert(await isHeld(), 'nothing to delete');
      }
      const headers: Record<string, string> = scene.cookie ? { cookie: scene.cookie } : {};
      const answer = await scene.ask(name, content, '', headers);
      scene.cookie = '';
      await removePages?.();
      if (deletes) assert(!(await isHeld()), 'it is there still');
      if (name === 'logout') scene.faultOf(await scene.ask('searchNext', '', '', headers), 'invalidSessionFault');
      if (answer.status === 500) return scene.faultOf(answer);
      const root = /Body[^>]*><(?:\w+:)?(\w+)/.exec(answer.xml)?.[1];
      same([answer.status, root], [200, `${name}Response`], answer.xml.slice(0, 300));
      assert(!answer.xml.includes('isSuccess="false"'), answer.xml);
      assert(SHOWS[name]?.test(answer.xml), `the response does not say what it should: ${answer.xml}`);
      return undefined;
    },
    header: async (part) => {
      const contents: Record<string, string> = {
        applicationInfo: '<m:applicationId>a</m:applicationId>',
        partnerInfo: '<m:partnerId>p</m:partnerId>',
        documentInfo: '<m:nsId>n</m:nsId>',
        preferences: '<m:warningAsError>true</m:warningAsError>',
        searchPreferences: '<m:pageSize>5</m:pageSize>',
        passport: '<c:email>a@example.com</c:email><c:password>p</c:password><c:account>A</c:account>',
        tokenPassport:
          '<c:account>A</c:account><c:consumerKey>k</c:consumerKey><c:token>t</c:token><c:nonce>n</c:nonce><c:timestamp>1</c:timestamp><c:signature algorithm="HMAC-SHA256">s</c:signature>',
      };
      const head = (content: string, attribute = '') => `<m:${part}${attribute}>${content}</m:${part}>`;
      const must = ' e:mustUnderstand="1"';
      const [operation, content] =
        part === 'searchPreferences' ? ['search', CONTENT['search']] : ['get', scene.ref('bin', '1')];
      const { asked } = await scene.done(operation, content, head(contents[part]));
      const understood = await scene.ask(operation, content, head(contents[part], must));
      const carried: Record<string, RegExp> = {
        partnerInfo: /x-service-partner=p( |$)/,
        preferences: /x-service-warningaserror=true( |$)/,
        searchPreferences: /limit=5(&| |$)/,
      };
      if (carried[part] === undefined) {
        // Where callers need no credential it is passed over, and the gateway says so to those who insist.
        assert(understood.text('faultstring')?.includes(part), understood.xml);
        return undefined;
      }
      same(understood.status, 200, understood.xml);
      assert(carried[part].test(asked[0]), asked.join());
      return undefined;
    },
    'fault-set': async (set) => {
      same(await otherFaults(`${scene.face.origin + SOAP}?wsdl`, set), [], 'operations that declare others');
      return undefined;
    },
    'account-in-host': async () => {
      const answer = await scene.done('getDataCenterUrls', CONTENT['getDataCenterUrls']);
      const { hostname } = new URL(scene.api.origin);
      same(answer.text('restDomain'), `https://${hostname}`, 'the host that is asked');
      same(answer.text('webservicesDomain'), `https://${hostname}`, 'the host of the services');
      return undefined;
    },
    sessions: async () => {
      await scene.begin();
      const headers = { cookie: scene.cookie };
      await scene.done('searchMore', CONTENT['searchMore'], '', headers);
      await scene.done('logout', '', '', headers);
      scene.cookie = '';
      scene.faultOf(await scene.ask('searchNext', '', '', headers), 'invalidSessionFault');
      await scene.done('ssoLogin', CONTENT['ssoLogin']);
      return undefined;
    },
    'credentials-fail': async () => {
      for (const name of ['invalidCredentials', 'invalidSession', 'invalidAccount', 'insufficientPermission'])
        await scene.told(name);
      const wrong = CONTENT['login'].replace('a word', 'guessed');
      scene.faultOf(await scene.ask('login', wrong), 'invalidCredentialsFault');
      return undefined;
    },
    fault: (name) => scene.told(name),
    release: async () => {
      const older = '<o:get xmlns:o="urn:messages_2018_2.platform.webservices.example.com"/>';
      const { status, text } = await scene.scene.send(scene.face.origin + SOAP, older, '', {});
      assert(status === 500 && text('faultstring')?.includes('messages_2018_2'), 'another release is taken');
      await scene.done('get', scene.ref('bin', '1'));
      return undefined;
    },
    version: async () => {
      const { asked } = await scene.done('get', scene.ref('bin', '1'));
      assert(asked[0].startsWith(`GET ${BASE}/`), asked.join());
      return undefined;
    },
  };
  return checks;
}
