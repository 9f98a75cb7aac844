// Each of the 46 operations by a raw envelope: what it does, and what it refuses. libxml2 judges every response.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contractFolder, operations } from '../../business-records/tables.ts';
import { openOracle } from '../../oracle/xmllint.ts';
import { until } from '../../server/until.ts';
import { type Answer, application, byExternal, companyName, customer, passport, ref, Scene } from './scene.ts';

const scene = new Scene();
beforeAll(async () => void (await scene.start()));
afterAll(() => scene.service.close());

/** operation → what was seen of it, for the table. */
const seen = new Map<string, string[]>();

function works(operation: string, what: string, act: () => Promise<void>): void {
  it(`${operation}: ${what}`, async () => {
    await act();
    seen.set(operation, [...(seen.get(operation) ?? []), what]);
  });
}

const ask = async (body: string, head?: string, headers?: Record<string, string>): Promise<Answer> => {
  const answer = await scene.ask(body, head, headers);
  expect(scene.errors).toEqual([]);
  return answer;
};
const code = (answer: Answer) => answer.text('code');
const idOf = (answer: Answer) => answer.attributes('internalId')[0];

const login = () =>
  ask(`<m:login>${passport({ email: 'tove@example.com', password: 'winter-ferry-3' })}</m:login>`, application);
const cookie = async () => ({ cookie: (await login()).cookies.join('; ') });

works('login', 'three cookies, user and roles', async () => {
  const answer = await login();
  expect(answer.cookies.map((one) => one.split('=')[0])).toEqual(['JSESSIONID', 'NS_ROUTING_VERSION', 'NS_VER']);
  expect(answer.xml).toContain('isSuccess="true"');
  expect(answer.text('isDefault')).toBe('true');
});
works('login', 'an unknown account is invalidAccountFault', async () => {
  const answer = await ask(`<m:login>${passport({ account: 'NONE' }, 'm:passport')}</m:login>`, application);
  expect([answer.status, code(answer)]).toEqual([500, 'INVALID_ACCT']);
  expect(answer.xml).toContain('invalidAccountFault');
});
const sso = '<c:authenticationToken>tok</c:authenticationToken><c:partnerId>p1</c:partnerId>';
works('mapSso', 'ties a token to a person', async () => {
  const credentials = passport({}, 'm:ssoCredentials').replace('</m:ssoCredentials>', `${sso}</m:ssoCredentials>`);
  expect((await ask(`<m:mapSso>${credentials}</m:mapSso>`, application)).xml).toContain('isSuccess="true"');
});
works('ssoLogin', 'a mapped token begins a session, another one does not', async () => {
  const body = (token: string) =>
    `<m:ssoLogin><m:ssoPassport><c:authenticationToken>${token}</c:authenticationToken><c:partnerId>p1</c:partnerId><c:partnerAccount>DEMO1</c:partnerAccount><c:partnerUserId>u</c:partnerUserId></m:ssoPassport></m:ssoLogin>`;
  expect((await ask(body('tok'), application)).cookies.length).toBe(3);
  expect(code(await ask(body('no'), application))).toBe('INVALID_LOGIN_CREDENTIALS');
});
works('changePassword', 'the old password does not work any more', async () => {
  const change = (from: string, to: string) =>
    ask(
      `<m:changePassword><m:changePassword><c:currentPassword>${from}</c:currentPassword><c:newPassword>${to}</c:newPassword><c:newPassword2>${to}</c:newPassword2></m:changePassword></m:changePassword>`,
      passport({ password: from }) + application,
    );
  expect((await change('harbour-lights-7', 'another-word-9')).xml).toContain('isSuccess="true"');
  expect(code(await change('harbour-lights-7', 'x'))).toBe('INVALID_LOGIN_CREDENTIALS');
  expect(code(await change('another-word-9', 'short'))).toBe('USER_ERROR');
  await change('another-word-9', 'harbour-lights-7');
});
works('changeEmail', 'the new address logs in', async () => {
  const change = (from: string, to: string) =>
    ask(
      `<m:changeEmail><m:changeEmail><c:currentPassword>harbour-lights-7</c:currentPassword><c:newEmail>${to}</c:newEmail><c:newEmail2>${to}</c:newEmail2></m:changeEmail></m:changeEmail>`,
      passport({ email: from }) + application,
    );
  expect((await change('ada@example.com', 'ada.b@example.com')).xml).toContain('isSuccess="true"');
  expect((await change('ada.b@example.com', 'ada@example.com')).xml).toContain('isSuccess="true"');
});
works('logout', 'the session is over', async () => {
  const session = await cookie();
  expect((await ask('<m:logout/>', '', session)).xml).toContain('isSuccess="true"');
  expect(code(await ask('<m:getServerTime/>', '', session))).toBe('SESSION_TIMED_OUT');
});

const add = (external: string | undefined, content: string) => ask(`<m:add>${customer(external, content)}</m:add>`);
works('add', 'gives an internal id and keeps the external one', async () => {
  const answer = await add('A1', companyName('Möller &amp; Söhne'));
  expect(Number(idOf(answer))).toBeGreaterThan(10_000);
  expect(answer.attributes('externalId')).toEqual(['A1']);
});
works('add', 'second external id, missing fields, wrong references, read-only fields', async () => {
  expect(code(await add('A1', companyName('Second')))).toBe('DUP_RCRD');
  expect(code(await add('A2', '<listRel:phone>1</listRel:phone>'))).toBe('MISSING_REQD_FLD');
  expect(code(await add('A2', `${companyName('B')}<listRel:parent internalId="999999"/>`))).toBe('INVALID_KEY_OR_REF');
  expect(
    code(await add('A2', `${companyName('B')}<listRel:dateCreated>2019-01-01T00:00:00Z</listRel:dateCreated>`)),
  ).toBe('INSUFFICIENT_PERMISSION');
  expect(code(await add('A3', companyName('Möller &amp; Söhne')))).toBe('UNIQUE_CUST_ID_REQD');
});
works('get', 'by either id; unknown ids and types are statuses', async () => {
  const answer = await ask(`<m:get>${byExternal('customer', 'A1')}</m:get>`);
  expect(answer.text('companyName')).toBe('Möller &amp; Söhne');
  const again = await ask(`<m:get>${ref('customer', idOf(answer))}</m:get>`);
  expect(again.text('companyName')).toBe('Möller &amp; Söhne');
  expect(code(await ask(`<m:get>${ref('customer', '7')}</m:get>`))).toBe('RCRD_DSNT_EXIST');
  expect(code(await ask(`<m:get>${ref('vendor', '7')}</m:get>`))).toBe('INVALID_RCRD_TYPE');
});
works('update', 'omitted fields stay, nullFieldList clears', async () => {
  await ask(`<m:update>${customer('A1', '<listRel:phone>+49 1</listRel:phone>')}</m:update>`);
  const nulls = '<c:nullFieldList><c:name>phone</c:name></c:nullFieldList><listRel:fax>2</listRel:fax>';
  const before = await ask(`<m:get>${byExternal('customer', 'A1')}</m:get>`);
  expect([before.text('phone'), before.text('companyName')]).toEqual(['+49 1', 'Möller &amp; Söhne']);
  await ask(`<m:update>${customer('A1', nulls)}</m:update>`);
  const after = await ask(`<m:get>${byExternal('customer', 'A1')}</m:get>`);
  expect([after.text('phone'), after.text('fax')]).toEqual([undefined, '2']);
});
const addressbook = (replaceAll: boolean, ...lines: string[]) =>
  `<listRel:addressbookList replaceAll="${replaceAll}">${lines.map((line) => `<listRel:addressbook>${line}</listRel:addressbook>`).join('')}</listRel:addressbookList>`;
works('update', 'keyed lines are merged or replaced', async () => {
  const lines = async (content: string) => {
    expect((await ask(`<m:update>${customer('A1', content)}</m:update>`)).xml).toContain('isSuccess="true"');
    const { xml } = await ask(`<m:get>${byExternal('customer', 'A1')}</m:get>`);
    return [...xml.matchAll(/<listRel:label>([^<]*)</g)].map(([, label]) => label);
  };
  const label = (text: string, id?: number) =>
    `<listRel:label>${text}</listRel:label>${id === undefined ? '' : `<listRel:internalId>${id}</listRel:internalId>`}`;
  expect(await lines(addressbook(true, label('one'), label('two')))).toEqual(['one', 'two']);
  expect(await lines(addressbook(false, label('TWO', 2), label('three')))).toEqual(['one', 'TWO', 'three']);
  expect(await lines(addressbook(true, label('THREE', 3)))).toEqual(['THREE']);
});
works('update', 'a line is known by the first key that it has', async () => {
  const { xml: found } = await ask(
    '<m:search><m:searchRecord i:type="tranSales:TransactionSearch"><tranSales:basic><k:type operator="anyOf"><c:searchValue>_invoice</c:searchValue></k:type></tranSales:basic></m:searchRecord></m:search>',
  );
  const [, id] = /internalId="(\d+)"/.exec(found)!;
  const lines = async (content: string) => {
    const list = `<tranSales:itemList replaceAll="false">${content}</tranSales:itemList>`;
    const sent = `<m:update><m:record i:type="tranSales:Invoice" internalId="${id}">${list}</m:record></m:update>`;
    expect((await ask(sent)).xml).toContain('isSuccess="true"');
    const { xml } = await ask(`<m:get>${ref('invoice', id)}</m:get>`);
    return [...xml.matchAll(/<tranSales:(orderLine|line)>(\d+)/g)].map(([, key, n]) => `${key} ${n}`);
  };
  const item = (content: string) => `<tranSales:item>${content}</tranSales:item>`;
  expect(await lines(item('<tranSales:line>1</tranSales:line>'))).toEqual(['line 1']);
  expect(await lines(item('<tranSales:orderLine>4</tranSales:orderLine>'))).toEqual(['line 1', 'orderLine 4']);
  expect(await lines(item('<tranSales:orderLine>4</tranSales:orderLine>'))).toEqual(['line 1', 'orderLine 4']);
  expect(await lines(item('<tranSales:quantity>1</tranSales:quantity>'))).toEqual(['line 1', 'orderLine 4', 'line 2']);
});
works('update', 'lines of a list without key are always replaced', async () => {
  const roles = (...ids: number[]) =>
    `<listRel:contactRolesList replaceAll="false">${ids.map((id) => `<listRel:contactRoles><listRel:contact internalId="${id}"/></listRel:contactRoles>`).join('')}</listRel:contactRolesList>`;
  for (const content of [roles(1, 2), roles(3)]) await ask(`<m:update>${customer('A1', content)}</m:update>`);
  const { xml } = await ask(`<m:get>${byExternal('customer', 'A1')}</m:get>`);
  expect([...xml.matchAll(/<listRel:contact internalId="(\d+)"/g)].map(([, id]) => id)).toEqual(['3']);
});
works('upsert', 'creates, then updates; needs an external id', async () => {
  const first = await ask(`<m:upsert>${customer('U1', companyName('Up'))}</m:upsert>`);
  const second = await ask(`<m:upsert>${customer('U1', '<listRel:fax>7</listRel:fax>')}</m:upsert>`);
  expect(idOf(second)).toBe(idOf(first));
  expect(code(await ask(`<m:upsert>${customer(undefined, companyName('No'))}</m:upsert>`))).toBe('EXTERNALID_REQD');
});
works('delete', 'once', async () => {
  expect((await ask(`<m:delete>${byExternal('customer', 'U1')}</m:delete>`)).xml).toContain('isSuccess="true"');
  expect(code(await ask(`<m:delete>${byExternal('customer', 'U1')}</m:delete>`))).toBe('RCRD_DSNT_EXIST');
});
works('getDeleted', 'what was deleted, by day and type', async () => {
  const filter = (type: string, day: string) =>
    ask(
      `<m:getDeleted><m:getDeletedFilter><c:deletedDate operator="on"><c:searchValue>${day}T00:00:00Z</c:searchValue></c:deletedDate><c:type operator="anyOf"><c:searchValue>${type}</c:searchValue></c:type></m:getDeletedFilter><m:pageIndex>1</m:pageIndex></m:getDeleted>`,
    );
  expect((await filter('customer', '2019-11-20')).attributes('externalId')).toEqual(['U1']);
  expect((await filter('customer', '2019-11-19')).text('totalRecords')).toBe('0');
  expect((await filter('bin', '2019-11-20')).text('totalRecords')).toBe('0');
});

const statuses = (answer: Answer) => answer.attributes('isSuccess').slice(1);
works('addList', 'one status for each record, in order', async () => {
  const answer = await ask(
    `<m:addList>${customer('L1', companyName('List 1'))}${customer('A1', companyName('x'))}${customer('L2', companyName('List 2'))}</m:addList>`,
  );
  expect(statuses(answer)).toEqual(['true', 'false', 'true']);
});
works('updateList', 'one status for each record', async () => {
  const answer = await ask(
    `<m:updateList>${customer('L1', '<listRel:fax>1</listRel:fax>')}${customer('none', '')}</m:updateList>`,
  );
  expect(statuses(answer)).toEqual(['true', 'false']);
});
works('upsertList', 'one status for each record', async () => {
  expect(
    statuses(await ask(`<m:upsertList>${customer('L1', '')}${customer('L3', companyName('List 3'))}</m:upsertList>`)),
  ).toEqual(['true', 'true']);
});
works('getList', 'in the order of the references', async () => {
  const answer = await ask(
    `<m:getList>${byExternal('customer', 'L3')}${byExternal('customer', 'none')}${byExternal('customer', 'L1')}</m:getList>`,
  );
  expect(statuses(answer)).toEqual(['true', 'false', 'true']);
  expect(answer.attributes('externalId')).toEqual(['L3', 'L1']);
});
works('deleteList', 'one status for each record', async () => {
  expect(
    statuses(
      await ask(`<m:deleteList>${byExternal('customer', 'L3')}${byExternal('customer', 'none')}</m:deleteList>`),
    ),
  ).toEqual(['true', 'false']);
});
works('getAll', 'all records of a list, in the order of their ids', async () => {
  const answer = await ask('<m:getAll><m:record recordType="currency"/></m:getAll>');
  expect([answer.text('totalRecords'), answer.text('symbol')]).toEqual(['8', 'EUR']);
});

const found = (answer: Answer) => [answer.text('totalRecords'), answer.text('totalPages'), answer.text('pageIndex')];
const bins = '<m:search><m:searchRecord i:type="k:BinSearchBasic"/></m:search>';
works('search', 'first page, with an id for the others', async () => {
  const answer = await ask(bins);
  expect(found(answer)).toEqual(['700', '7', '1']);
  expect(answer.text('searchId')).toMatch(/^WEBSERVICES_DEMO1_/);
});
works('searchMoreWithId', 'further pages, until the id expires', async () => {
  const searchId = (await ask(bins)).text('searchId');
  const more = (page: number) =>
    ask(
      `<m:searchMoreWithId><m:searchId>${searchId}</m:searchId><m:pageIndex>${page}</m:pageIndex></m:searchMoreWithId>`,
    );
  expect(found(await more(7))).toEqual(['700', '7', '7']);
  expect(code(await more(8))).toBe('INVALID_SEARCH_PAGE_INDEX');
  scene.now += 16 * 60_000;
  expect(code(await more(2))).toBe('INVALID_JOB_ID');
});
works('searchMore', 'the last search of the session', async () => {
  const session = await cookie();
  expect(code(await ask('<m:searchMore><m:pageIndex>2</m:pageIndex></m:searchMore>', '', session))).toBe(
    'INVALID_SEARCH_MORE',
  );
  await ask(bins, '', session);
  expect(found(await ask('<m:searchMore><m:pageIndex>3</m:pageIndex></m:searchMore>', '', session))).toEqual([
    '700',
    '7',
    '3',
  ]);
});
works('searchNext', 'the page after the last one', async () => {
  const session = await cookie();
  await ask(bins, '', session);
  await ask('<m:searchNext/>', '', session);
  expect(found(await ask('<m:searchNext/>', '', session))).toEqual(['700', '7', '3']);
});
works('getSavedSearch', 'names and ids', async () => {
  expect((await ask('<m:getSavedSearch><m:record searchType="customer"/></m:getSavedSearch>')).text('name')).toBe(
    'Active customers',
  );
});
works('getCustomizationId', 'custom fields by their script ids', async () => {
  const answer = await ask(
    '<m:getCustomizationId><m:customizationType getCustomizationType="entityCustomField"/><m:includeInactives>false</m:includeInactives></m:getCustomizationId>',
  );
  expect(answer.attributes('scriptId')).toContain('custentity_region');
});
works('getSelectValue', 'values of enumerations, lists and references, filtered', async () => {
  const values = (field: string, filter = '') =>
    ask(
      `<m:getSelectValue><m:fieldDescription><c:recordType>customer</c:recordType><c:field>${field}</c:field>${filter}</m:fieldDescription><m:pageIndex>1</m:pageIndex></m:getSelectValue>`,
    );
  expect((await values('currency')).text('totalRecords')).toBe('8');
  expect((await values('stage')).attributes('internalId')).toEqual(['_customer', '_lead', '_prospect']);
  expect(
    (await values('terms', '<c:filter operator="startsWith"><c:filterValue>net 3</c:filterValue></c:filter>')).text(
      'name',
    ),
  ).toBe('Net 30');
  expect(code(await values('nothing'))).toBe('INVALID_FLD_VALUE');
});
works('getItemAvailability', 'each place of an item', async () => {
  const answer = await ask(
    '<m:getItemAvailability><m:itemAvailabilityFilter><c:item><c:recordRef externalId="ITEM-OAK-TABLE-M"/></c:item></m:itemAvailabilityFilter></m:getItemAvailability>',
  );
  expect([...answer.xml.matchAll(/<platformCore:itemAvailability>/g)].length).toBe(3);
});
works('getBudgetExchangeRate', 'rates of a period', async () => {
  const period = (
    await ask(
      '<m:search><m:searchRecord i:type="k:AccountingPeriodSearchBasic"><k:periodName operator="is"><c:searchValue>Mar 2019</c:searchValue></k:periodName></m:searchRecord></m:search>',
    )
  ).attributes('internalId')[0];
  const answer = await ask(
    `<m:getBudgetExchangeRate><m:budgetExchangeRateFilter><c:period internalId="${period}"/><c:toSubsidiary internalId="3"/></m:budgetExchangeRateFilter></m:getBudgetExchangeRate>`,
  );
  expect(Number(answer.text('currentRate'))).toBeGreaterThan(0);
});
works('getCurrencyRate', 'the latest rate that is effective on a day', async () => {
  const answer = await ask(
    '<m:getCurrencyRate><m:currencyRateFilter><c:baseCurrency internalId="1"/><c:fromCurrency internalId="6"/><c:effectiveDate>2019-03-01T00:00:00Z</c:effectiveDate></m:currencyRateFilter></m:getCurrencyRate>',
  );
  expect(answer.text('effectiveDate')).toBe('2019-01-01T00:00:00Z');
});
works('getDataCenterUrls', 'without credentials', async () => {
  const answer = await ask('<m:getDataCenterUrls><m:account>DEMO1</m:account></m:getDataCenterUrls>', '');
  expect(answer.text('webservicesDomain')).toBe(new URL(scene.service.url).origin);
});
works('getPostingTransactionSummary', 'sums of journals; a ledger is balanced', async () => {
  const by = (field: string) =>
    ask(
      `<m:getPostingTransactionSummary><m:fields><c:${field}>true</c:${field}></m:fields><m:pageIndex>1</m:pageIndex></m:getPostingTransactionSummary>`,
    );
  const amounts = [...(await by('account')).xml.matchAll(/amount>([^<]*)</g)].map(([, amount]) => Number(amount));
  expect(amounts.length).toBeGreaterThan(100);
  expect(Math.abs(amounts.reduce((sum, amount) => sum + amount, 0))).toBeLessThan(0.01);
  expect(code(await by('item'))).toBe('INVALID_FLD_VALUE');
});
it.each([
  ['1e308', 'INF'],
  ['NaN', 'NaN'],
])('sums of %s are %s, and hide no others', async (debit, sum) => {
  const summary = () =>
    ask(
      '<m:getPostingTransactionSummary><m:fields><c:account>true</c:account></m:fields><m:pageIndex>1</m:pageIndex></m:getPostingTransactionSummary>',
    );
  const amounts = (xml: string) => [...xml.matchAll(/amount>([^<]*)</g)].map(([, amount]) => amount);
  const before = amounts((await summary()).xml);
  const found = await ask(
    '<m:search><m:searchRecord i:type="k:TransactionSearchBasic"><k:recordType operator="is"><c:searchValue>advintercompanyjournalentry</c:searchValue></k:recordType></m:searchRecord></m:search>',
  );
  const [, id] = /:record\b[^>]* internalId="(\d+)"/.exec(found.xml)!;
  const [, account] = /:account internalId="(\d+)"/.exec((await summary()).xml)!;
  const line = `<tranGeneral:line><tranGeneral:account internalId="${account}"/><tranGeneral:debit>${debit}</tranGeneral:debit></tranGeneral:line>`;
  const changed = await ask(
    `<m:update><m:record i:type="tranGeneral:AdvInterCompanyJournalEntry" internalId="${id}"><tranGeneral:lineList replaceAll="false">${line}${line}</tranGeneral:lineList></m:record></m:update>`,
  );
  expect(changed.xml).toContain('isSuccess="true"');
  const after = amounts((await summary()).xml);
  expect(after.length).toBeGreaterThanOrEqual(before.length);
  expect(after).toContain(sum);
});
works('getServerTime', 'the clock of the service', async () => {
  expect((await ask('<m:getServerTime/>')).text('serverTime')).toBe(new Date(scene.now).toISOString());
});

const initialize = (type: string, from: string, id: string) =>
  `<m:initializeRecord><c:type>${type}</c:type><c:reference type="${from}" externalId="${id}"/></m:initializeRecord>`;
works('initialize', 'an unsaved record, that add saves; pairs that do not exist are refused', async () => {
  const draft = await ask(
    `<m:initialize>${initialize('assemblyBuild', 'assemblyItem', 'ITEM-OAK-TABLE-M')}</m:initialize>`,
  );
  const record = /<platformMsgs:record[\s\S]*<\/platformMsgs:record>/.exec(draft.xml)![0];
  expect(record).not.toContain('<tranInvt:tranId');
  const open = record.replaceAll('platformMsgs:', 'm:').replaceAll('platformCore:', 'c:').replace('xsi:type', 'i:type');
  const saved = await ask(`<m:add>${open}</m:add>`);
  const build = await ask(`<m:get>${ref('assemblyBuild', idOf(saved))}</m:get>`);
  expect([build.text('quantity'), build.text('tranId')]).toEqual(['1', expect.stringMatching(/^AB\d+$/)]);
  expect(code(await ask(`<m:initialize>${initialize('assemblyUnbuild', 'customer', 'A1')}</m:initialize>`))).toBe(
    'INVALID_INITIALIZE_REF',
  );
});
works('initializeList', 'one readResponse for each', async () => {
  const list =
    initialize('workOrder', 'assemblyItem', 'ITEM-OAK-TABLE-M') + initialize('workOrder', 'assemblyItem', 'none');
  expect(statuses(await ask(`<m:initializeList>${list}</m:initializeList>`))).toEqual(['true', 'false']);
});
works('attach', 'a record to a record', async () => {
  const to = byExternal('customer', 'A1', 'c:attachTo');
  const answer = await ask(
    `<m:attach><m:attachReference i:type="c:AttachBasicReference">${to}${byExternal('campaign', 'CAMP-1', 'c:attachedRecord')}</m:attachReference></m:attach>`,
  );
  expect(answer.xml).toContain('isSuccess="true"');
});
works('detach', 'only what is attached', async () => {
  const body = `<m:detach><m:detachReference i:type="c:DetachBasicReference">${byExternal('customer', 'A1', 'c:detachFrom')}${byExternal('campaign', 'CAMP-1', 'c:detachedRecord')}</m:detachReference></m:detach>`;
  expect((await ask(body)).xml).toContain('isSuccess="true"');
  expect(code(await ask(body))).toBe('RCRD_DSNT_EXIST');
});
const invitation = (event: string) =>
  `<m:updateInviteeStatusReference><c:eventId externalId="${event}"/><c:responseCode>_accepted</c:responseCode></m:updateInviteeStatusReference>`;
const invited = async () => {
  const body =
    '<m:search><m:searchRecord i:type="k:CalendarEventSearchBasic"><k:attendee operator="anyOf"><c:searchValue internalId="1"/></k:attendee></m:searchRecord></m:search>';
  return (await ask(body)).attributes('externalId')[0];
};
works('updateInviteeStatus', 'the answer of the caller, who must be invited', async () => {
  const event = await invited();
  expect((await ask(`<m:updateInviteeStatus>${invitation(event)}</m:updateInviteeStatus>`)).xml).toContain(
    'isSuccess="true"',
  );
  expect((await ask(`<m:get>${byExternal('calendarEvent', event)}</m:get>`)).xml).toContain('_accepted');
  expect(code(await ask(`<m:updateInviteeStatus>${invitation(event)}</m:updateInviteeStatus>`, scene.token(1)))).toBe(
    'INVALID_OPERATION',
  );
});
works('updateInviteeStatusList', 'one status for each', async () => {
  const list = invitation(await invited()) + invitation('none');
  expect(statuses(await ask(`<m:updateInviteeStatusList>${list}</m:updateInviteeStatusList>`))).toEqual([
    'true',
    'false',
  ]);
});

/** Submits a job, waits for its end and gives its status and result. */
async function job(operation: string, content: string): Promise<{ status: string | undefined; result: Answer }> {
  const jobId = (await ask(`<m:${operation}>${content}</m:${operation}>`)).text('jobId');
  const check = () => ask(`<m:checkAsyncStatus><m:jobId>${jobId}</m:jobId></m:checkAsyncStatus>`);
  let status: string | undefined;
  await until(async () =>
    ['finished', 'finishedWithErrors', 'failed'].includes((status = (await check()).text('status')) ?? ''),
  );
  return {
    status,
    result: await ask(`<m:getAsyncResult><m:jobId>${jobId}</m:jobId><m:pageIndex>1</m:pageIndex></m:getAsyncResult>`),
  };
}
works('asyncAddList', 'a job that adds', async () => {
  const { status, result } = await job(
    'asyncAddList',
    customer('J1', companyName('Job 1')) + customer('J2', companyName('Job 2')),
  );
  expect([status, statuses(result)]).toEqual(['finished', ['true', 'true']]);
});
works('asyncUpdateList', 'some of its records fail', async () => {
  const { status, result } = await job(
    'asyncUpdateList',
    customer('J1', '<listRel:fax>1</listRel:fax>') + customer('none', ''),
  );
  expect([status, statuses(result)]).toEqual(['finishedWithErrors', ['true', 'false']]);
});
works('asyncUpsertList', 'a job that inserts or updates', async () => {
  expect((await job('asyncUpsertList', customer('J3', companyName('Job 3')))).status).toBe('finished');
});
works('asyncGetList', 'the records in its result', async () => {
  expect((await job('asyncGetList', byExternal('customer', 'J1'))).result.text('fax')).toBe('1');
});
works('asyncDeleteList', 'a job that deletes', async () => {
  expect((await job('asyncDeleteList', byExternal('customer', 'J3'))).status).toBe('finished');
});
works('asyncInitializeList', 'drafts in its result', async () => {
  expect(
    (await job('asyncInitializeList', initialize('workOrder', 'assemblyItem', 'ITEM-OAK-TABLE-M'))).result.xml,
  ).toContain('tranInvt:WorkOrder');
});
works('asyncSearch', 'pages in its result', async () => {
  const { result } = await job('asyncSearch', '<m:searchRecord i:type="k:BinSearchBasic"/>');
  expect(found(result)).toEqual(['700', '7', '1']);
});
works('checkAsyncStatus', 'an unknown job is asyncFault', async () => {
  const answer = await ask('<m:checkAsyncStatus><m:jobId>none</m:jobId></m:checkAsyncStatus>');
  expect([answer.xml.includes('asyncFault'), code(answer)]).toEqual([true, 'INVALID_JOB_ID']);
});
works('getAsyncResult', 'an unknown job is asyncFault', async () => {
  expect(
    code(await ask('<m:getAsyncResult><m:jobId>none</m:jobId><m:pageIndex>1</m:pageIndex></m:getAsyncResult>')),
  ).toBe('INVALID_JOB_ID');
});

it('each operation was seen, and libxml2 accepts every response', async () => {
  const names = operations().map(({ name }) => name);
  expect([...seen.keys()].toSorted()).toEqual(names.toSorted());
  const oracle = openOracle(contractFolder);
  const bad = oracle
    .validate(scene.said)
    .flatMap(({ valid, problems }, n) => (valid ? [] : [{ problems, xml: scene.said[n].slice(0, 600) }]));
  oracle.close();
  expect(bad.slice(0, 3)).toEqual([]);
  const table = names.map((name) => `| \`${name}\` | ${seen.get(name)!.join('; ')} |`);
  const text = `<!-- Written by test/examples/records/operations.test.ts: vitest run -u. -->\n# The 46 operations of the reference service, as its tests have seen them\n\n| operation | seen |\n|---|---|\n${table.join('\n')}\n`;
  await expect(text).toMatchFileSnapshot('../../../docs/reference/business-records-operations.md');
});
