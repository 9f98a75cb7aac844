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

test('of an object beside a flag, which no short row finds its id in, a change is PATCH: a PUT would replace all', async () => {
  const contract = smallContract({
    operations: [
      'GetConfigurations() -> configuration: Configuration[]',
      'GetConfiguration(configurationToken: string) -> configuration: Configuration',
      'SetConfiguration(PTZConfiguration: Configuration, ForcePersistence: boolean)',
    ],
    types: { Configuration: 'token: string, ramp: Ramp, name: string', Ramp: 'x: int' },
  });
  const { choices } = await firstTable(contract, { contract: 'small.wsdl' });
  const route = choices[2].route!;
  expect(`${route.method} ${route.path}`).toBe('PATCH /configurations');
});
