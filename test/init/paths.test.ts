// What the other operations of a contract, and what is required, say about the path and the method of one.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { smallContract, smallWsdl } from './small-contract.ts';

const types = {
  Outage: 'mrid: string, kind: string',
  PlacedOutage: '@version?: int, mrid: string, kind: string, address: Address',
  Order: 'orderId: string, status: string',
  Customer: 'partyId?: string, name: string',
  Door: 'token: string, name: string',
  Address: 'street: string, city: string',
  Dispatch: 'mrid: string, status: string, crews: string[]',
  OutagePage: 'mrid: string, outage: Outage[]',
  Reading: 'readingId: string, value: decimal',
  Member: 'partyId: string, name: string',
  Mask: 'maskId?: string, kind: string',
  Role: 'name: string, address: Address',
  RuleOperations: 'create?: string, delete?: string',
};

async function rulesOf(...operations: string[]): Promise<string[]> {
  const { text } = await firstTable(smallContract({ operations, types }), { contract: 'small.wsdl' });
  return text.match(/(?<=^ {2}- ).*/gm) ?? [];
}

const outage = 'GetOutage(mrid: string) -> outage: Outage';

test('the first of two ids is what an action acts on, where the port has such a resource', async () => {
  expect(await rulesOf(outage, 'AssignCrew(mrid: string, crewId: string)')).toContain(
    'POST /outages/{mrid}/assign-crew: AssignCrew',
  );
  const claim = 'getClaim(claimNumber: string) -> claimNumber: string';
  expect(await rulesOf(claim, 'assignAdjuster(claimNumber: string, adjusterId: string)')).toContain(
    'POST /claims/{claimNumber}/assign-adjuster: assignAdjuster',
  );
  const volume = 'GetVpc(vpcId: string) -> name: string';
  expect(await rulesOf(volume, 'AttachVolume(volumeId: string, vpcId: string)')).toContain(
    'POST /volumes/{volumeId}/attach: AttachVolume',
  );
});

test('a list beside the value that a read asks for hides it not, unless it lists what is asked for', async () => {
  const dispatch = 'GetDispatch(mrid: string) -> return: Dispatch';
  const cancelled = 'CancelDispatch(mrid: string, reason: string)';
  const status = 'GetDispatchStatus(mrid: string) -> return: string';
  expect(await rulesOf(dispatch, cancelled, status)).toEqual([
    'GET /dispatches/{mrid}: GetDispatch',
    'POST /dispatches/{mrid}/cancel: CancelDispatch',
    'GET /dispatches/{mrid}/status: GetDispatchStatus',
  ]);
  expect(await rulesOf('GetOutage(mrid: string) -> return: OutagePage')).toEqual(['GET /outages?mrid: GetOutage']);
});

test('the object of a method is the id of its class, and what is set is a value', async () => {
  const set = 'ShowWindowEvent_setWinId(_this: string, winId: long)';
  const get = 'ShowWindowEvent_getWinId(_this: string) -> returnval: long';
  expect(await rulesOf(set, get)).toEqual([
    'PUT /show-window-events/{_this}/win-id: ShowWindowEvent_setWinId',
    'GET /show-window-events/{_this}/win-id: ShowWindowEvent_getWinId',
  ]);
});

test('a record that is reported, and whose id the response has, is added', async () => {
  const added = await rulesOf(outage, 'ReportOutage(outage: Outage) -> mrid: string');
  expect(added).toContain('POST /outages: ReportOutage -> 201');
  const reported = await rulesOf(outage, 'ReportOutage(outage: Outage) -> done: boolean');
  expect(reported).toContain('POST /outages/{mrid}/report: ReportOutage');
  // An attribute stands before what a record begins with, and an object makes it no list of values.
  const placed = await rulesOf(outage, 'ReportOutage(outage: PlacedOutage) -> mrid: string');
  expect(placed).toContain('POST /outages: ReportOutage -> 201');
});

test('a save whose id may be absent also adds: POST', async () => {
  const [set] = await rulesOf('SetPreset(profileToken: string, presetToken?: string, name?: string)');
  expect(set).toBe('POST /profiles/{profileToken}/presets: SetPreset');
  const [required] = await rulesOf('SetPreset(presetToken: string, name?: string)');
  expect(required).toBe('PUT /presets/{presetToken}: SetPreset');
  expect(await rulesOf('saveParty(party: Customer)')).toEqual(['POST /parties: saveParty']);
  const both = await rulesOf('saveParty(party: Customer)', 'createParty(party: Customer)');
  expect(both).toContain('POST /parties: createParty -> 201');
});

test('who adds or changes several leaves the others: no PUT of the collection', async () => {
  const list = 'ListUsers() -> user: Member[]';
  expect(await rulesOf(list, 'SetUser(user: Member[])')).toContain('PATCH /users: SetUser');
  expect(await rulesOf(list, 'SetUsers(user: Member[])')).toContain('PUT /users: SetUsers');
  expect(await rulesOf(list, 'UpdateUsers(user: Member[])')).toContain('PATCH /users: UpdateUsers');
  const save = 'UpsertUsers(field: string, user: Member[])';
  expect(await rulesOf(list, save)).toContain('POST /users: UpsertUsers');
  expect(await rulesOf(list, save, 'CreateUsers(user: Member[])')).toContain('POST /users/upsert: UpsertUsers');
  // The list is what one thing has.
  expect(await rulesOf('SetSchedule(entry: Member[])')).toEqual(['PUT /schedule: SetSchedule']);
});

test('a set adds where nothing else does: the optional id of its object stands in the path beside a create', async () => {
  const list = 'ListOutages() -> outage: Outage[]';
  const set = 'SetMask(mask: Mask)';
  expect(await rulesOf('ListMasks() -> mask: Mask[]', set)).toContain('POST /masks: SetMask');
  expect(await rulesOf('ListMasks() -> mask: Mask[]', 'CreateMask(mask: Mask)', set)).toContain(
    'PUT /masks/{maskId}: SetMask',
  );
  // `put` itself adds; an object may be the id.
  expect(await rulesOf(list, 'PutOutage(outage: Address)')).toContain('POST /outages: PutOutage');
  expect(await rulesOf('PutSponsor(sponsorReference?: Address, sponsorData: Address)')).toEqual([
    'POST /sponsors: PutSponsor',
  ]);
});

test('a name is an id where the noun alone finds one', async () => {
  const [set] = await rulesOf('SetUserRole(role: Role)', 'DeleteUserRole(userRole: string)');
  expect(set).toBe('PUT /user-roles/{name}: SetUserRole');
  const [other] = await rulesOf('SetUserRole(role: Role)', 'DeleteUserRole(userRoleId: string)');
  expect(other).toBe('PUT /user-roles: SetUserRole');
});

test('what is asked by an object is POST below the resource that it belongs to', async () => {
  const profiles = 'GetProfiles() -> profile: Member[]';
  const address = 'GetStreamAddress(setup: Role, profileToken: string) -> uri: string';
  expect(await rulesOf(profiles, address)).toContain(
    'POST /profiles/{profileToken}/stream-addresses/get: GetStreamAddress',
  );
  expect(await rulesOf(address)).toEqual(['POST /stream-addresses/get: GetStreamAddress']);
});

test('an id names what another operation finds by it, also by its last words alone', async () => {
  const set = 'SetNetworkInterfaces(interfaceToken: string, name: string)';
  const status = 'GetLinkStatus(interfaceToken: string) -> up: boolean';
  const list = 'GetNetworkInterfaces() -> networkInterface: Member[]';
  const scan = 'ScanNearNetworks(interfaceToken: string) -> name: string[]';
  expect(await rulesOf(list, set, status, scan)).toEqual(
    expect.arrayContaining([
      'GET /network-interfaces/{interfaceToken}/link-status: GetLinkStatus',
      'POST /network-interfaces/{interfaceToken}/scan-near-networks: ScanNearNetworks',
    ]),
  );
  // There are interfaces of their own.
  expect(await rulesOf(list, set, status, 'GetInterfaces() -> interface: Member[]')).toContain(
    'GET /interfaces/{interfaceToken}/link-status: GetLinkStatus',
  );
});

test('a read of everything that answers a collection is that of the collection', async () => {
  const everything = 'describeGlobal() -> encoding: string, sObjects: Member[]';
  const several = 'describeSObjects(sObjectType?: string[]) -> result: Member[]';
  const one = 'describeSObject(sObjectType: string) -> result: Member';
  const rules = await rulesOf(several, one, everything);
  expect(rules).toContain('GET /sobjects: describeGlobal');
  expect(rules).toContain('GET /sobjects/describe?sObjectType: describeSObjects');
  expect(await rulesOf(everything)).toEqual(['GET /global: describeGlobal']);
});

test('what is requested is added where others read it', async () => {
  const quote = 'RequestQuote(productCode: string, customerId: string)';
  expect(await rulesOf(quote, 'GetQuote(quoteId: string) -> name: string')).toContain(
    'POST /quotes: RequestQuote -> 201',
  );
  expect(await rulesOf(quote)).toEqual(['POST /customers/{customerId}/request-quote: RequestQuote']);
});

test('to put something into a group, or take it out, makes and deletes nothing', async () => {
  const rules = await rulesOf(
    'AddNewContactToGroup(name: string, groupId?: Role)',
    'AddContactToGroup(contactId: Role, groupId: Role)',
    'RemoveContactFromGroup(contactId: Role, groupId: Role)',
  );
  expect(rules).toEqual([
    'POST /contacts: AddNewContactToGroup -> 201',
    'POST /contacts/add-to-group: AddContactToGroup',
    'POST /contacts/remove-from-group: RemoveContactFromGroup',
  ]);
});

test('what is printed or exported is read where the response is a file', async () => {
  const rule = async (operation: string) => (await rulesOf(operation))[0];
  expect(await rule('PrintLabel(labelId: string) -> label: base64Binary')).toBe(
    'GET /labels/{labelId}/content: PrintLabel',
  );
  expect(await rule('PrintLabel(labelId: string) -> done: boolean')).toBe('POST /labels/{labelId}/print: PrintLabel');
  expect(await rule('ExportLabels(from: date) -> file: base64Binary')).toMatch(/^POST /);
});

test('what is only added below one resource is deleted there', async () => {
  const add = 'AddCoverage(policyNumber: string, coverage: Member)';
  const remove = 'RemoveCoverage(policyNumber: string, coverageCode: string)';
  expect(await rulesOf(policy, add, remove)).toContain(
    'DELETE /policies/{policyNumber}/coverages/{coverageCode}: RemoveCoverage',
  );
  expect(await rulesOf(policy, add, remove, 'GetCoverage(coverageCode: string) -> name: string')).toContain(
    'DELETE /coverages/{coverageCode}?policyNumber: RemoveCoverage',
  );
});

test('an update that carries operations changes a part: PATCH', async () => {
  expect(await rulesOf('UpdateInboxRules(address?: string, operations: RuleOperations)')).toEqual([
    'PATCH /inbox-rules: UpdateInboxRules',
  ]);
});

test('a token of the object that is set is its id', async () => {
  expect(await rulesOf('SetDoor(door: Door)', 'GetDoorList() -> door: Door[]')).toContain(
    'PUT /doors/{token}: SetDoor',
  );
});

test('what has an owner is below it, unless another operation has it alone', async () => {
  const set = 'updateCustomerAddress(customerId: string, address: Address)';
  expect(await rulesOf(set)).toEqual(['PUT /customers/{customerId}/address: updateCustomerAddress']);
  expect(await rulesOf(set, 'getCustomerAddress() -> address: Address')).toContain(
    'PUT /customer-address: updateCustomerAddress',
  );
});

test('what is listed below one resource is added, read, deleted and acted on below it', async () => {
  const read = 'GetMeter(meterNo: string) -> name: string';
  const list = 'GetReadings(meterNo: string) -> reading: Reading[]';
  const submit = 'SubmitReading(meterNo: string, value: decimal)';
  const remove = 'DeleteReading(meterNo: string, readingId: string)';
  const act = 'VoidReading(meterNo: string, readingId: string)';
  const rules = await rulesOf(read, list, submit, remove, act);
  expect(rules).toEqual(
    expect.arrayContaining([
      'POST /meters/{meterNo}/readings: SubmitReading -> 201',
      'DELETE /meters/{meterNo}/readings/{readingId}: DeleteReading',
      'POST /meters/{meterNo}/readings/{readingId}/void: VoidReading',
    ]),
  );
  // Others list all readings.
  const all = await rulesOf(read, list, submit, 'ListReadings(day: date) -> reading: Reading[]');
  expect(all).toContain('POST /readings: SubmitReading -> 201');
});

test('the id that finds a resource is that of its parts too', async () => {
  expect(await rulesOf(outage, 'ChangeOutageStatus(mrid: string, status: string)')).toContain(
    'PATCH /outages/{mrid}/status: ChangeOutageStatus',
  );
  const configurations = 'GetConfigurations() -> configuration: Reading[]';
  expect(await rulesOf(configurations, 'GetConfiguration(cameraConfigurationToken: string)')).toContain(
    'GET /configurations/{cameraConfigurationToken}: GetConfiguration',
  );
});

test('a resource is named after its operation, not after its id', async () => {
  const member = 'getMember(partyId: string) -> member: Member';
  expect(await rulesOf(member)).toEqual(['GET /parties/{partyId}/member: getMember']);
  expect(await rulesOf(member, 'saveMember(member: Member)')).toEqual([
    'GET /members/{partyId}: getMember',
    'PUT /members/{partyId}: saveMember',
  ]);
  const merge = 'mergeMembers(survivorId: string, duplicateId: string[])';
  expect(await rulesOf('listMembers() -> member: Member[]', merge)).toContain('POST /members/merge: mergeMembers');
});

test.each(['nationalId', 'ssn', 'passportNumber', 'taxId', 'iban', 'cardNumber'])(
  'the personal number %s stands in no address',
  async (name) => {
    expect(await rulesOf(`findMember(${name}: string)`)).toEqual(['POST /members/find: findMember']);
    expect(await rulesOf(`getMember(${name}: string)`)).toEqual(['POST /members/get: getMember']);
  },
);

test('questions are GET; what may use up a code, or takes no amount, is POST', async () => {
  const asked = (operation: string) => rulesOf(operation).then(([rule]) => rule);
  expect(await asked('verifyCoverage(policyNumber: string, onDate: date)')).toMatch(/^GET \/verify-coverage\?/);
  expect(await asked('NearestStation(lat: double, lon: double)')).toMatch(/^GET \/nearest-station\?/);
  expect(await asked('ConvertTemperature(value: double, unit: string)')).toMatch(/^GET \/convert-temperature\?/);
  expect(await asked('healthCheck()')).toBe('GET /health-check: healthCheck');
  expect(await asked('verifyOtp(number: string)')).toMatch(/^POST /);
  expect(await asked('verifyAddress(street: string, code: string)')).toMatch(/^POST /);
  expect(await asked('verifyLimit(accountId: string, password: string)')).toMatch(/^POST /);
  expect(await asked('ConvertLead(leadId: string, value: double)')).toMatch(/^POST /);
  expect(await asked('validate(context?: string)')).toMatch(/^POST /);
});

const policy = 'getPolicy(policyNumber: string) -> policyNumber: string';

test('an action that takes the number of one resource of the port is below it', async () => {
  const approve = 'approvePayment(policyNumber: string, payment: Reading)';
  expect(await rulesOf(policy, approve)).toContain('POST /policies/{policyNumber}/approve-payment: approvePayment');
  expect(await rulesOf(approve)).toEqual(['POST /approve-payment: approvePayment']);
  expect(await rulesOf(policy, 'verifyCoverage(policyNumber: string, onDate: date)')).toContain(
    'GET /policies/{policyNumber}/verify-coverage?onDate: verifyCoverage',
  );
  const claim = 'getClaim(claimNumber: string) -> claimNumber: string';
  const both = 'approvePayment(policyNumber: string, claimNumber: string)';
  expect(await rulesOf(policy, claim, both)).toContain('POST /approve-payment: approvePayment');
});

test('what is uploaded is added to what lists it', async () => {
  const documents = 'getPolicyDocuments(policyNumber: string) -> document: Member[]';
  expect(await rulesOf(policy, documents, 'uploadPolicyDocument(policyNumber: string, document: Member)')).toContain(
    'POST /policies/{policyNumber}/documents: uploadPolicyDocument -> 201',
  );
  const both = await rulesOf(
    'UploadItems(items: Reading[])',
    'CreateItem(item: Reading)',
    'ListItems() -> item: Reading[]',
  );
  expect(both).toContain('POST /items: CreateItem -> 201');
  expect(both).toContain('POST /items/upload: UploadItems');
});

test('a read of a part by the number of its whole says that there are wholes', async () => {
  const balance = 'getAccountBalance(accountNo: string) -> amount: decimal';
  expect(await rulesOf(balance, 'moveOut(accountNo: string, lastDay: date)')).toEqual([
    'GET /accounts/{accountNo}/balance: getAccountBalance',
    'POST /accounts/{accountNo}/move-out: moveOut',
  ]);
  expect(await rulesOf('moveOut(accountNo: string, lastDay: date)')).toEqual(['POST /move-out: moveOut']);
  expect(await rulesOf('GetSerialNumber(serialNumber: string) -> name: string')).toEqual([
    'GET /serial-numbers/{serialNumber}: GetSerialNumber',
  ]);
});

test('information by a bare id is that of what other operations act upon', async () => {
  const information = 'GetPhoneCallInformation(id: string) -> state: string';
  expect(await rulesOf(information, 'DisconnectPhoneCall(id: string)')).toContain(
    'GET /phone-calls/{id}/information: GetPhoneCallInformation',
  );
  expect(await rulesOf(information)).toEqual(['GET /phone-call-information?id: GetPhoneCallInformation']);
});

test('a comment says which id of an object a long row can have in the path', async () => {
  const comments = async (operation: string) => {
    const { text } = await firstTable(smallContract({ operations: [operation], types }), { contract: 'small.wsdl' });
    return text.match(/(?<=^ {4}# ).*/gm) ?? [];
  };
  const hint = 'readingId of reading is its id: a long row can have it in the path';
  expect(await comments('SetReading(reading: Reading, persist: boolean)')).toEqual([hint]);
  expect(await comments('SetReading(reading: Reading)')).toEqual([]);
});

test('a word that elsewhere says how many is a noun where an input is its id', async () => {
  const all = [
    'DownloadList(listId: string) -> fileName: string',
    'DeleteList(listId: string)',
    'UploadList(data: Address[])',
  ];
  expect(await rulesOf(...all)).toEqual([
    'GET /lists/{listId}/content: DownloadList',
    'DELETE /lists/{listId}: DeleteList',
    'POST /lists: UploadList -> 201',
  ]);
  expect(await rulesOf('GetList(city: string) -> name: string')).toEqual(['GET /get-list?city: GetList']);
});

test('the plain rules of a job have the paths of its proposal', async () => {
  const job = [
    'StartPolicyExport(from: string) -> jobId: string',
    'GetExportStatus(jobId: string) -> state: string, progress: int',
    'GetExportResult(jobId: string) -> content: string',
  ];
  expect(await rulesOf(...job)).toEqual([
    'POST /policy-exports: StartPolicyExport -> 202',
    'GET /policy-exports/{jobId}: GetExportStatus',
    'GET /policy-exports/{jobId}/result: GetExportResult',
  ]);
  // What an export is beside its jobs has the path.
  const made = 'CreatePolicyExport(from: string) -> exportId: string';
  expect(await rulesOf(made, ...job)).toEqual([
    'POST /policy-exports: CreatePolicyExport -> 201',
    'POST /policy-exports/jobs: StartPolicyExport -> 202',
    'GET /policy-exports/jobs/{jobId}: GetExportStatus',
    'GET /policy-exports/jobs/{jobId}/result: GetExportResult',
  ]);
});

test('what an input says to add or to remove is no PUT', async () => {
  const list = 'ListMeetings() -> meeting: Member[]';
  const added = 'UpdateMeeting(meetingId: string, meeting?: Member, membersToAdd?: Member[])';
  expect(await rulesOf(list, added)).toContain('PATCH /meetings/{meetingId}: UpdateMeeting');
  expect(await rulesOf(list, 'SetMeeting(action: string, meetingId: string)')).toContain(
    'PUT /meetings/{meetingId}: SetMeeting',
  );
});

test('where an input says by a verb what is done, it is no PUT', async () => {
  const wsdl = smallWsdl({ operations: ['SetHold(action: string, holdId: string)'] });
  const values = ['Create', 'Update', 'Remove'].map((value) => `<xs:enumeration value="${value}"/>`);
  const type = `<xs:simpleType><xs:restriction base="xs:string">${values.join('')}</xs:restriction></xs:simpleType>`;
  const changed = wsdl.replace(
    '<xs:element name="action" type="xs:string"/>',
    `<xs:element name="action">${type}</xs:element>`,
  );
  const contract = loadContractFrom(new Map([['small.wsdl', Buffer.from(changed)]]), 'small.wsdl');
  const { text } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(text).toContain('PATCH /holds/{holdId}: SetHold\n');
});

test('what is installed is added to a collection of the port; an id of who calls is nothing that an action acts on', async () => {
  const apps = ['UninstallApp(id: string)', 'InstallApp(manifest: Address)'];
  expect(await rulesOf(...apps)).toEqual(['POST /apps/{id}/uninstall: UninstallApp', 'POST /apps: InstallApp -> 201']);
  const search = 'ExecuteSearch(applicationId: string, query: string)';
  expect(await rulesOf(search)).toEqual(['POST /execute-search: ExecuteSearch']);
  expect(await rulesOf('GetApplication(applicationId: string)', search)).toContain(
    'POST /applications/{applicationId}/execute-search: ExecuteSearch',
  );
  expect(await rulesOf('Uninstall(appId: string)')).toEqual(['POST /apps/{appId}/uninstall: Uninstall']);
});

test('what is made as an object beside the id of a resource of the port is below that', async () => {
  const [claim, payment] = ['GetClaim(claimNumber: string)', 'GetPayment(paymentId: string)'];
  expect(await rulesOf(claim, payment, 'MakePayment(claimNumber: string, payment: Role)')).toContain(
    'POST /claims/{claimNumber}/payments: MakePayment -> 201',
  );
  const loose = await rulesOf(payment, 'MakePayment(claimNumber: string, payment: Role)');
  expect(loose).toContain('POST /payments: MakePayment -> 201');
});

test('what is cancelled and has a status afterwards is not deleted', async () => {
  const cancel = 'CancelOrder(orderId: string, reason: string)';
  const kept = 'POST /orders/{orderId}/cancel: CancelOrder';
  const deleted = 'DELETE /orders/{orderId}?reason: CancelOrder';
  expect(await rulesOf('GetOrder(orderId: string) -> orderId: string, status: string', cancel)).toContain(kept);
  expect(await rulesOf('GetOrder(orderId: string) -> code: int, order?: Order, line?: Address[]', cancel)).toContain(
    kept,
  );
  expect(await rulesOf('GetOrderStatus(orderId: string) -> status: string', cancel)).toContain(kept);
  // Nothing says that it can be read then; a status without its id is that of the response.
  expect(await rulesOf('GetOrder(orderId: string) -> orderId: string', cancel)).toContain(deleted);
  expect(await rulesOf('GetOrder(orderId: string) -> status: string, name: string', cancel)).toContain(deleted);
  const removed = await rulesOf(
    'GetOrder(orderId: string) -> orderId: string, status: string',
    'RemoveOrder(orderId: string)',
  );
  expect(removed).toContain('DELETE /orders/{orderId}: RemoveOrder');
});
