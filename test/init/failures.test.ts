// Failures inside of responses of success, as a first table has them: errors where the response says so itself, else a question and no 201.
import { expect, test } from 'vitest';
import { liveTable } from './live.ts';
import type { SmallContract } from './small-contract.ts';
import { uncommented } from './uncommented.ts';

const asWritten = (text: string) => text;
const OUTCOME = 'Success: boolean, ErrorCode?: string, ErrorMessage?: string';

test('a flag beside a code is an error of the table as it is written: a failed creation is no 201', async () => {
  const small: SmallContract = {
    operations: [
      'RegisterPatient(Patient: Patient) -> RegisterPatientResult: Outcome',
      'GetPatient(patientId: string) -> GetPatientResult: Found',
      `Login(User: string, Password: string) -> ${OUTCOME}, Token?: string`,
    ],
    types: { Patient: 'patientId: string, Name: string', Outcome: OUTCOME, Found: `${OUTCOME}, Patient?: Patient` },
  };
  const failure = (isGood: boolean) =>
    isGood ? { Success: true } : { Success: false, ErrorCode: 'E17', ErrorMessage: 'it is there' };
  const { text, ask } = await liveTable(
    small,
    {
      RegisterPatient: ({ Patient }: { Patient: { patientId: string } }) => ({
        RegisterPatientResult: failure(Patient.patientId === '1'),
      }),
      GetPatient: ({ patientId }: { patientId: string }) => ({ GetPatientResult: failure(patientId === '1') }),
      Login: ({ Password }: { Password: string }) => failure(Password === 'good'),
    },
    asWritten,
  );
  expect(text).toContain('- POST /patients: RegisterPatient -> 201\n');
  expect(text).not.toContain('# responses:');
  const register = (patientId: string) => ask('POST /patients', { patientId, Name: 'A' });
  expect((await register('1')).status).toBe(201);
  const refused = { status: 422, body: { code: 'E17', detail: 'it is there' } };
  expect(await register('2')).toMatchObject(refused);
  expect((await ask('GET /patients/1')).status).toBe(200);
  expect(await ask('GET /patients/2')).toMatchObject(refused);
  expect((await ask('POST /login', { User: 'a', Password: 'good' })).status).toBe(200);
  expect((await ask('POST /login', { User: 'a', Password: 'bad' })).status).toBe(401);
});

test('a flag alone may be an answer: a creation is 200, until its row makes errors', async () => {
  const small = { operations: ['CreateTag(Name: string) -> Success: boolean'] };
  const service = { CreateTag: ({ Name }: { Name: string }) => ({ Success: Name !== 'bad' }) };
  const written = await liveTable(small, service, asWritten);
  expect(written.text).toContain(
    '- POST /tags: CreateTag\n    # with a row that makes errors of its failures: -> 201, no 200\n',
  );
  expect(await written.ask('POST /tags', { Name: 'bad' })).toMatchObject({ status: 200, body: { Success: false } });
  const changed = await liveTable(small, service, (text) =>
    uncommented(text).table.replace(': CreateTag\n', ': CreateTag -> 201\n'),
  );
  expect((await changed.ask('POST /tags', { Name: 'bad' })).status).toBe(422);
  expect((await changed.ask('POST /tags', { Name: 'good' })).status).toBe(201);
});

test('false is the answer of a question', async () => {
  const { text, ask } = await liveTable(
    { operations: [`CheckCoverage(policyNumber: string) -> ${OUTCOME}`] },
    { CheckCoverage: () => ({ Success: false, ErrorMessage: 'not covered' }) },
    asWritten,
  );
  expect(text).toContain('# Failures inside of responses? These rows make errors of them, without their "#"');
  expect(
    await ask(
      `GET ${/GET (\S+):/.exec(text)![1].replace('{policyNumber}', '7').replace('?policyNumber', '?policyNumber=7')}`,
    ),
  ).toMatchObject({
    status: 200,
    body: { Success: false },
  });
});

test('rows in force and rows in question stand in one place, with one list of tables', async () => {
  const small: SmallContract = {
    operations: [
      `AddBook(Title: string) -> ${OUTCOME}`,
      `AddReader(Name: string) -> ${OUTCOME}`,
      'AddLoan(Book: string) -> Success: boolean',
      'AddFine(Reader: string) -> Success: boolean',
    ],
  };
  const failed = () => ({ Success: false });
  const service = { AddBook: failed, AddReader: failed, AddLoan: failed, AddFine: failed };
  const statuses = async (change: (text: string) => string) => {
    const { ask } = await liveTable(small, service, change);
    const lines = ['books Title', 'readers Name', 'loans Book', 'fines Reader'].map((line) => line.split(' '));
    return Promise.all(lines.map(async ([path, key]) => (await ask(`POST /${path}`, { [key]: 'x' })).status));
  };
  expect(await statuses(asWritten)).toEqual([422, 422, 200, 200]);
  const all = (text: string) => uncommented(text).table.replace(/^# ( {2}failures2: )/m, '$1');
  expect(await statuses(all)).toEqual([422, 422, 422, 422]);
});

test('the code of an object that says how it went is a question', async () => {
  const { text } = await liveTable(
    {
      operations: [
        'AddStation(name: string) -> Status: Status, stationId?: string',
        'AddCity(name: string) -> city: City',
      ],
      types: { Status: 'code: int, message?: string', City: 'code: int, description?: string' },
    },
    {},
    asWritten,
  );
  expect(text).toContain(
    '- POST /stations: AddStation\n    # failures inside of a response? Status.code: soapstone docs mapping#failure-inside-a-response\n    # with a row',
  );
  expect(text).toContain('- POST /cities: AddCity -> 201\n');
});

test('a failure without a code has one, and the table names what clients do not get of it', async () => {
  const small: SmallContract = {
    operations: [
      'PlaceOrder(item: string) -> success: boolean, message?: string, orderId?: string, balance?: decimal',
      `CancelOrder(orderId: string) -> ${OUTCOME}, refund?: decimal`,
    ],
  };
  const { text, ask } = await liveTable(
    small,
    {
      PlaceOrder: ({ item }: { item: string }) =>
        item === 'quiet' ? { success: false } : { success: false, message: 'too dear', balance: '3.5' },
      CancelOrder: () => ({ Success: false, ErrorMessage: 'it has gone' }),
    },
    asWritten,
  );
  expect(text).toContain(
    '# clients get no orderId, balance of such a failure:\n  - soap: { response: { PlaceOrderResponse:',
  );
  expect(text).toContain('# clients get no refund of such a failure:\n  - soap: { response: { CancelOrderResponse:');
  const place = (item: string) => ask('POST /orders', { item });
  expect(await place('tea')).toMatchObject({ status: 422, body: { code: 'FAILED', detail: 'too dear' } });
  expect(await place('quiet')).toMatchObject({ status: 422, body: { code: 'FAILED' } });
  // It may have a code, and has none here: that of the gateway.
  const gone = { status: 422, body: { code: 'UPSTREAM_FAULT', detail: 'it has gone' } };
  expect(await ask('DELETE /orders/7')).toMatchObject(gone);
});

test('ok beside a code or a text is a flag; alone it is a value', async () => {
  const small: SmallContract = {
    operations: ['submitDeclaration(mrn: string) -> return: Reply', 'addTag(name: string) -> ok: boolean'],
    types: { Reply: 'ok: boolean, error_code?: string, error_text?: string, mrn?: string' },
  };
  const { text, ask } = await liveTable(
    small,
    { submitDeclaration: () => ({ return: { ok: false, error_code: 'E17', error_text: 'it is closed' } }) },
    asWritten,
  );
  const line = /- (POST \S+): submitDeclaration/.exec(text)![1];
  expect(await ask(line, { mrn: 'm' })).toMatchObject({ status: 422, body: { code: 'E17', detail: 'it is closed' } });
  expect(text).toContain('- POST /tags: addTag -> 201\n');
});

test('a question whose answer is no flag has its failures as errors', async () => {
  const { text } = await liveTable(
    { operations: [`Ping() -> ${OUTCOME}`, `CalculateFreight(weight: int) -> ${OUTCOME}, amount?: decimal`] },
    {},
    asWritten,
  );
  expect(text).toMatch(/^responses:/m);
  expect(text).not.toContain('# Failures inside of responses? ');
});
