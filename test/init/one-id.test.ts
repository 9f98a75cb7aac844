// An id of the path that the object of the body has too: the body never names another one.
import { expect, test } from 'vitest';
import { type FirstTable, firstTable } from '../../src/init/first-table.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { smallContract } from './small-contract.ts';

const types = { Patient: 'MRN: string, Name: string' };

function tableOf(signature: string, options: { readonly camelCase?: boolean } = {}): Promise<FirstTable> {
  const read = 'GetPatient(MRN: string) -> Patient: Patient';
  return firstTable(smallContract({ operations: [read, signature], types }), { contract: 'small.wsdl', ...options });
}

/** Problems of a PUT with this body, where the service takes the patient P1. */
function problemsOf({ mapping }: FirstTable, body: object, more = ''): readonly string[] {
  const text = JSON.stringify([
    {
      name: 'update',
      rest: { request: { line: 'PUT /patients/P1', body }, response: { status: 204 } },
      soap: {
        request: `<UpdatePatient xmlns="urn:small"><MRN>P1</MRN><Patient><MRN>P1</MRN><Name>Ada</Name></Patient>${more}</UpdatePatient>`,
        response: '<UpdatePatientResponse xmlns="urn:small"/>',
      },
    },
  ]);
  return runCases(mapping, parseCases(text, 'case')).flatMap(({ problems }) => problems.map(String));
}

test('a body without the id of the path, or with the same one, is taken; with another one it is refused', async () => {
  const table = await tableOf('UpdatePatient(MRN: string, Patient: Patient)');
  expect(table.choices[1].reason).toContain('the body may have it too, with the same value');
  expect(problemsOf(table, { Name: 'Ada' })).toEqual([]);
  expect(problemsOf(table, { MRN: 'P1', Name: 'Ada' })).toEqual([]);
  expect(problemsOf(table, { MRN: 'P2', Name: 'Ada' }).join('\n')).toContain('must be left out, or say the same as');
});

test.each([
  ['as it is', {}, (body: object) => ({ Patient: body, Reason: 'move' }), 'Name', 'MRN'],
  ['in camelCase', { camelCase: true }, (body: object) => ({ patient: body, reason: 'move' }), 'name', 'mrn'],
])('the object is one of several members, %s', async (_form, options, bodyOf, name, id) => {
  const table = await tableOf('UpdatePatient(MRN: string, Patient: Patient, Reason: string)', options);
  const reason = '<Reason>move</Reason>';
  expect(problemsOf(table, bodyOf({ [name]: 'Ada' }), reason)).toEqual([]);
  expect(problemsOf(table, bodyOf({ [name]: 'Ada', [id]: 'P2' }), reason).join('\n')).toContain('must be left out');
});

test('the stub case of such a row passes, and its headers stay', async () => {
  const contract = smallContract({
    operations: [
      'Login(user: string, password: string) -> sessionId: string',
      'UpdatePatient(sessionId: string, MRN: string, Patient: Patient)',
      'GetPatient(sessionId: string, MRN: string) -> Patient: Patient',
    ],
    types,
  });
  const { mapping, text } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(text).toMatch(/- id: UpdatePatient .*\n.*headers: \{ X-Session-Id: "\{sessionId\}" \}, body: "\{body\}"/);
  const rule = mapping.rules.find(({ id }) => id === 'UpdatePatient')!;
  const [outcome] = runCases(mapping, parseCases(stubCase(mapping, rule)!, 'case'));
  expect(outcome.problems).toEqual([]);
});

test.each([
  ['BookAppointment', 'POST /appointments'],
  ['ConfirmAppointment', 'POST /appointments/{appointmentId}/confirm'],
])('%s of an appointment with an id is %s: what is made has none yet', async (name, line) => {
  const contract = smallContract({
    operations: [
      `${name}(Appointment: Appointment) -> AppointmentId: int`,
      'CancelAppointment(AppointmentId: int, Reason: string)',
    ],
    types: { Appointment: 'AppointmentId: int, Day: date' },
  });
  const { choices } = await firstTable(contract, { contract: 'small.wsdl' });
  const route = choices[0].route!;
  expect(`${route.method} ${route.path}`).toBe(line);
});

const claims = {
  operations: [
    'GetPolicy(policyNumber: string) -> policy: Policy',
    'GetClaim(claimNumber: string) -> claim: Claim',
    'UpdateClaim(claim: Claim)',
  ],
  types: { Policy: 'policyNumber: string', Claim: 'claimNumber?: string, policyNumber: string, lossDate: date' },
};

test('the optional number of the claim that changes stands in the path, and not that of its policy', async () => {
  const { choices, mapping } = await firstTable(smallContract(claims), { contract: 'small.wsdl' });
  const route = choices[2].route!;
  expect(`${route.method} ${route.path}`).toBe('PUT /claims/{claimNumber}');
  const text = JSON.stringify([
    {
      name: 'update',
      rest: {
        request: { line: 'PUT /claims/C1', body: { policyNumber: 'P1', lossDate: '2026-01-02' } },
        response: { status: 204 },
      },
      soap: {
        request:
          '<UpdateClaim xmlns="urn:small"><claim><claimNumber>C1</claimNumber><policyNumber>P1</policyNumber><lossDate>2026-01-02</lossDate></claim></UpdateClaim>',
        response: '<UpdateClaimResponse xmlns="urn:small"/>',
      },
    },
  ]);
  expect(runCases(mapping, parseCases(text, 'case')).flatMap(({ problems }) => problems.map(String))).toEqual([]);
});

const configurations = (signature: string) =>
  smallContract({
    operations: [
      'GetConfigurations() -> configuration: Configuration[]',
      'GetConfiguration(configurationToken: string) -> configuration: Configuration',
      signature,
    ],
    types: { Configuration: 'token: string, Ramp: Ramp, name: string', Ramp: 'x: int' },
  });

/** Problems of a case of an update, for each of its rules. */
function updateProblems({ mapping }: FirstTable, line: string, body: object, request: string): readonly string[] {
  const name = request.split(/[ >]/, 1)[0].slice(1);
  const text = JSON.stringify([
    {
      name: 'update',
      rest: { request: { line, body }, response: { status: 204 } },
      soap: { request, response: `<${name}Response xmlns="urn:small"/>` },
    },
  ]);
  return runCases(mapping, parseCases(text, 'case')).flatMap(({ problems }) => problems.map(String));
}

function linesOf({ choices }: FirstTable): readonly string[] {
  return choices.map(({ route }) => `${route?.method} ${route?.path}`);
}

test.each([
  ['as it is', {}, { PTZConfiguration: { Ramp: { x: 1 }, name: 'A' }, ForcePersistence: true }],
  ['in camelCase', { camelCase: true }, { ptzConfiguration: { ramp: { x: 1 }, name: 'A' }, forcePersistence: true }],
])('the id of an object beside a flag stands in the path by a long row, %s', async (_form, options, body) => {
  const contract = configurations('SetConfiguration(PTZConfiguration: Configuration, ForcePersistence: boolean)');
  const table = await firstTable(contract, { contract: 'small.wsdl', ...options });
  expect(linesOf(table)[2]).toBe('PUT /configurations/{token}');
  const xml =
    '<SetConfiguration xmlns="urn:small"><PTZConfiguration><token>T1</token><Ramp><x>1</x></Ramp><name>A</name></PTZConfiguration><ForcePersistence>true</ForcePersistence></SetConfiguration>';
  expect(updateProblems(table, 'PUT /configurations/T1', body, xml)).toEqual([]);
  const [key] = Object.keys(body);
  const other = { ...body, [key]: { ...Object.values(body)[0], token: 'T2' } };
  expect(updateProblems(table, 'PUT /configurations/T1', other, xml).join()).toContain('must be left out');
});

test('where the object may be absent, a set is PATCH on the collection: a PUT would replace all', async () => {
  const contract = configurations('SetConfiguration(configuration?: Configuration, persist: boolean)');
  expect(linesOf(await firstTable(contract, { contract: 'small.wsdl' }))[2]).toBe('PATCH /configurations');
});

test('the id of an object below its parent: no other input of the body is left', async () => {
  const contract = smallContract({
    operations: [
      'GetTours(profileToken: string) -> tour: Tour[]',
      'GetTour(profileToken: string, tourToken: string) -> tour: Tour',
      'ModifyTour(profileToken: string, tour: Tour)',
    ],
    types: { Tour: 'token?: string, name: string' },
  });
  const table = await firstTable(contract, { contract: 'small.wsdl' });
  expect(linesOf(table)[2]).toBe('PATCH /profiles/{profileToken}/tours/{token}');
  const xml =
    '<ModifyTour xmlns="urn:small"><profileToken>P1</profileToken><tour><token>T1</token><name>A</name></tour></ModifyTour>';
  expect(updateProblems(table, 'PATCH /profiles/P1/tours/T1', { name: 'A' }, xml)).toEqual([]);
});

test('an object that is an id, by its own name or that of a read', async () => {
  const contract = smallContract({
    operations: [
      'GetMeeting(ItemId: ItemId) -> meeting: Meeting',
      'UpdateMeeting(ItemId: ItemId, meeting: Meeting)',
      'SetGroup(GroupId: ItemId, newName: string)',
      'AddGroup(name: string) -> id: string',
    ],
    types: { ItemId: 'Id: string, ChangeKey?: string', Meeting: 'name: string' },
  });
  const table = await firstTable(contract, { contract: 'small.wsdl' });
  expect(linesOf(table)).toEqual(['GET /meetings/{id}', 'PUT /meetings/{id}', 'PUT /groups/{id}', 'POST /groups']);
  const xml = (key: string) =>
    `<SetGroup xmlns="urn:small"><GroupId><Id>G1</Id>${key}</GroupId><newName>A</newName></SetGroup>`;
  expect(updateProblems(table, 'PUT /groups/G1', { newName: 'A' }, xml(''))).toEqual([]);
  const withKey = { GroupId: { ChangeKey: 'k' }, newName: 'A' };
  expect(updateProblems(table, 'PUT /groups/G1', withKey, xml('<ChangeKey>k</ChangeKey>'))).toEqual([]);
});
