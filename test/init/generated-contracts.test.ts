// Contracts of generators and of vendors' schemas: optional texts that say nothing, ids of messages, short names.
import { expect, test } from 'vitest';
import { firstTable } from '../../src/init/first-table.ts';
import { stubCase } from '../../src/init/table/stub-cases.ts';
import { parseCases } from '../../src/mapping/cases/cases.ts';
import { runCases } from '../../src/mapping/cases/run-cases.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { type SmallContract, smallContract } from './small-contract.ts';

async function tableOf(written: SmallContract) {
  const { text, mapping } = await firstTable(smallContract(written), { contract: 'small.wsdl' });
  return { text, mapping, rules: text.match(/^ {2}- .*/gm)!.map((rule) => rule.slice(4)) };
}

/** As spyne writes it, but for the login. */
function clinic(mark: string): SmallContract {
  return {
    operations: [
      `login(userName${mark}: string, password~: string) -> token~: string`,
      'getPatient(sessionToken~: string, patientId~: string) -> name~: string',
      'searchPatients(sessionToken~: string, name~: string, born~: string) -> patient~: string[]',
      'rescheduleAppointment(sessionToken~: string, appointmentId~: long, start~: string) -> ok~: string',
      'cancelAppointment(sessionToken~: string, appointmentId~: long, reason~: string) -> ok~: string',
    ],
  };
}

test('one required text in a contract of optional ones changes nothing but its own operation', async () => {
  const { text, rules } = await tableOf(clinic(''));
  expect(text).toBe((await tableOf(clinic('~'))).text);
  expect(rules).toEqual([
    'POST /login: login',
    'GET /patients/{patientId}: getPatient',
    'GET /patients?name&born: searchPatients',
    'POST /appointments/{appointmentId}/reschedule: rescheduleAppointment',
    'DELETE /appointments/{appointmentId}?reason: cancelAppointment',
  ]);
});

test('where optional says nothing, ids of actions and of what they belong to are in their paths', async () => {
  const { rules } = await tableOf({
    operations: [
      'GetPartner(partnerCode?: string) -> name?: string',
      'DeactivatePartner(partnerCode?: string) -> ok?: string',
      'GetShipment(shipmentNo?: string) -> name?: string',
      'AssignCarrier(shipmentNo?: string, carrierCode?: string) -> ok?: string',
      'GetContainers(shipmentNo?: string) -> container?: string[]',
      'AddContainer(shipmentNo?: string, isoType?: string) -> ok?: string',
      'RemoveContainer(shipmentNo?: string, containerNo?: string) -> ok?: string',
      'UpdateContainerSeal(containerNo?: string, sealNo?: string) -> ok?: string',
    ],
  });
  expect(rules).toEqual(
    expect.arrayContaining([
      'POST /partners/{partnerCode}/deactivate: DeactivatePartner',
      'POST /shipments/{shipmentNo}/assign-carrier: AssignCarrier',
      'DELETE /shipments/{shipmentNo}/containers/{containerNo}: RemoveContainer',
      'PUT /containers/{containerNo}/seal: UpdateContainerSeal',
    ]),
  );
});

test('where optional says something, an id in the query of a DELETE is required', async () => {
  const { rules, mapping } = await tableOf({
    operations: [
      'getRoom(floor: string, house: string) -> name: string',
      'cancelBooking(bookingId?: long, reason: string) -> ok: string',
    ],
  });
  expect(rules[1]).toBe('DELETE /booking?bookingId!&reason: cancelBooking');
  const { rest } = mapping.rules[1].request;
  const request = { method: 'DELETE', segments: ['booking'], headers: {}, body: undefined };
  expect(() => rest.match({ ...request, query: 'reason=x' })).toThrow('required, but absent');
  expect(rest.match({ ...request, query: 'reason=x&bookingId=7' })).toBeDefined();
});

test('a list whose holder may be null stands in place of it', async () => {
  const { text, mapping } = await tableOf({
    operations: ['getPatient(patientId: string) -> patient: Patient'],
    types: { Patient: 'name: string, allergies~: Texts', Texts: 'text~: string[]' },
  });
  expect(text).toContain('"small:Patient": { flatten: [ "allergies/text" ] }');
  const stub = stubCase(mapping, mapping.rules[0])!;
  expect(runCases(mapping, parseCases(stub, 'case')).flatMap(({ problems }) => problems)).toEqual([]);
});

test('a verb alone is about its port only where most operations are verbs alone', async () => {
  const { rules } = await tableOf({
    operations: ['HotelAvail(EchoToken: string) -> ok: string', 'ReadRQ(EchoToken: string) -> ok: string'],
  });
  expect(rules).toEqual(['POST /hotel-avail: HotelAvail', 'GET /read?echoToken: ReadRQ']);
});

test('what an id names is not said twice, and a short id is one', async () => {
  const { rules } = await tableOf({
    operations: [
      'patientInfo(sessionId: string, pid: int) -> name: string',
      'visitList(sessionId: string, pid: int) -> visit: string[]',
      'visitTransfer(sessionId: string, visitId: int, ward: string) -> ok: boolean',
    ],
  });
  expect(rules).toEqual([
    'GET /patients/{pid}: patientInfo',
    'GET /visits?pid: visitList',
    'POST /visits/{visitId}/transfer: visitTransfer',
  ]);
});

const RESULT = { Result: 'success: boolean, message~: string' };

test('a login: its token is no credential of the gateway, its failure 401', async () => {
  const { text } = await tableOf({
    operations: [
      'login(userName: string, password: string) -> loginResult: Result',
      'getPatient(sessionToken: string, patientId: string) -> getPatientResult: Result',
      'getVisit(sessionToken: string, visitId: string) -> getVisitResult: Result',
    ],
    types: RESULT,
  });
  expect(text).toContain('# {$credential.name} cannot have what login responds.');
  expect(text).not.toContain('# a wrong password');
  expect(text.match(/status: \d+, code: \w+/g)).toEqual([
    'status: 401, code: LOGIN_FAILED',
    'status: 422, code: FAILED',
  ]);
});

test('a contract whose operations take a password does not name none', async () => {
  const { text } = await tableOf({ operations: ['login(userName: string, password: string) -> ok: boolean'] });
  expect(text).not.toContain('The contract names none');
  expect(text).toContain('# login takes credentials in its body');
});

test('what an author tells apart by a mark means something: an optional value is in no path', async () => {
  const { rules } = await tableOf({
    operations: [
      'connectivityTest(echoBack!: string) -> return!: string',
      'submitSingleMessage(username~: string, password~: string, facilityID~: string, hl7Message!: string) -> return!: string',
    ],
  });
  expect(rules).toContain('POST /submit-single-message: submitSingleMessage');
  const { rules: generated } = await tableOf({
    operations: ['getPatient(patientId!: string, ward!: string) -> name!: string'],
  });
  expect(generated).toEqual(['GET /patients/{patientId}?ward: getPatient']);
});

test('a number is that of the one collection whose name ends so', async () => {
  const { rules } = await tableOf({
    operations: [
      'getLabOrder(orderNumber: string) -> orderNumber: string, state: string',
      'getLabResults(orderNumber: string) -> result: string[]',
    ],
  });
  expect(rules).toEqual([
    'GET /lab-orders/{orderNumber}: getLabOrder',
    'GET /lab-orders/{orderNumber}/lab-results: getLabResults',
  ]);
});

test('lists of elements whose types have no name are flattened as others', async () => {
  const { text, mapping } = await tableOf({
    operations: [
      'searchPatients(ward: string) -> patients?: ArrayOfPatient, total: int',
      'getClinics() -> clinics?: ArrayOfString, note?: string',
    ],
    types: {
      ArrayOfPatient: 'patient?: Patient[]',
      ArrayOfString: 'text?: string[]',
      Patient: 'name: string, phones?: ArrayOfPhone',
      ArrayOfPhone: 'phone?: string[]',
    },
  });
  expect(text).toContain('"small:*[patients]": { flatten: [ "patients/patient" ] }');
  expect(text).toContain('"small:*[clinics]": { flatten: [ "clinics/text" ] }');
  expect(text).toContain('"small:Patient": { flatten: [ "phones/phone" ] }');
  const stub = stubCase(mapping, mapping.rules[0])!;
  expect(stub).toContain('"patients":[{"name":"text","phones":["text"]}]');
  expect(runCases(mapping, parseCases(stub, 'case')).flatMap(({ problems }) => problems)).toEqual([]);
});

test('the name of an element whose type has none is answered by the way to name it', () => {
  const contract = smallContract({ operations: ['searchPatients(ward: string) -> patient: string[]'] });
  const table = (key: string) => `soapstone: 2
contract: small.wsdl
only: rest-to-soap
namespaces: { t: "urn:small" }
types: { ${key}: { rename: { patient: found } } }
rules: [ GET /patients?ward: searchPatients ]`;
  expect(() => compileMapping(table('"t:searchPatientsResponse"'), 'mapping.yaml', contract)).toThrow(
    'the type of this element has no name: "t:*[patient]" names it by a member',
  );
  expect(compileMapping(table('"t:*[patient]"'), 'mapping.yaml', contract).rules).toHaveLength(1);
});
