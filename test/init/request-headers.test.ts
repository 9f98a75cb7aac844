// Inputs that belong to any request are HTTP headers of rules: versions, and what a contract names as a header.
import { expect, test } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { firstTable } from '../../src/init/first-table.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { type SmallContract, smallWsdl } from './small-contract.ts';

/** Rules of the table, each with its option `headers` after a bar; reasons by operation. `edit`: of the WSDL. */
async function tableOf(written: SmallContract, edit = (wsdl: string) => wsdl) {
  const contract = loadContractFrom(new Map([['small.wsdl', Buffer.from(edit(smallWsdl(written)))]]), 'small.wsdl');
  const { text, choices } = await firstTable(contract, { contract: 'small.wsdl' });
  expect(compileMapping(text, 'mapping.yaml', contract).undecided).toEqual([]);
  const rules = text.match(/^ {2}- .*(?:\n {4}headers: .*)?/gm)!.map((rule) => rule.slice(4).replace(/\n +/, ' | '));
  return { rules, reasons: Object.fromEntries(choices.map((one) => [one.listed.operation.name, one.reason])) };
}

test('the version that most operations take is a header for each of its values', async () => {
  const { rules, reasons } = await tableOf({
    types: { Version: 'major: string, build?: string', Parcel: 'weight: int' },
    operations: [
      'getVersion(language?: string) -> version: Version',
      'getLabel(Version: Version, number: string) -> url: string',
      'deleteParcels(Version: Version, parcelNumber: string[]) -> ok: boolean',
      'createParcel(Version: Version, parcel: Parcel) -> number: string',
    ],
  });
  expect(rules).toEqual([
    'GET /version?language: getVersion',
    'GET /labels/{number}: getLabel | headers: &common { X-Version-Major: "{major}", X-Version-Build: "{build?}" }',
    'DELETE /parcels?parcelNumber: deleteParcels | headers: *common',
    'POST /parcels: createParcel -> 201 | headers: *common',
  ]);
  expect(reasons.getLabel).toMatch(/; major and build are of any request: headers$/);
});

test('the one value that the contract allows is the default', async () => {
  const { rules } = await tableOf(
    {
      operations: [
        'getLabel(version: string, number: string) -> url: string',
        'getPrice(version: string, number: string) -> price: int',
      ],
    },
    (wsdl) => wsdl.replaceAll(/name="version" type="xs:string"/g, '$& fixed="3.1"'),
  );
  expect(rules).toEqual([
    'GET /labels/{number}: getLabel | headers: { X-Version: "{version=3.1}" }',
    'GET /prices/{number}: getPrice | headers: { X-Version: "{version=3.1}" }',
  ]);
});

test('a version of few operations is what they ask for', async () => {
  const { rules } = await tableOf({
    operations: [
      'getFile(version: string, fileId: string) -> url: string',
      'listFiles(folder: string) -> name: string[]',
      'listFolders(drive: string) -> name: string[]',
    ],
  });
  expect(rules[0]).toBe('GET /files/{fileId}?version: getFile');
});

test('what is named as an HTTP header is one', async () => {
  const { rules } = await tableOf(
    { operations: ['listRooms(hotelCode: string, XTenant?: string) -> name: string[]'] },
    (wsdl) => wsdl.replaceAll('"XTenant"', '"X-Tenant"'),
  );
  expect(rules).toEqual(['GET /rooms?hotelCode: listRooms | headers: { X-Tenant: "{X-Tenant?}" }']);
});

test('an update without an id in the path changes one of many: PATCH, a save is POST', async () => {
  const types = { Patient: 'id: string, name: string', Ward: 'name: string' };
  const { rules, reasons } = await tableOf({
    types,
    operations: [
      'listPatients() -> patient: Patient[]',
      'updatePatient(sign: string, patient: Patient, reason: string) -> ok: boolean',
      'listWards() -> ward: Ward[]',
      'saveWard(ward: Ward, reason: string) -> ok: boolean',
      'setClock(time: string, zone: string) -> ok: boolean',
    ],
  });
  expect(rules).toContain('PATCH /patients: updatePatient');
  expect(rules).toContain('POST /wards: saveWard');
  expect(rules).toContain('PUT /clock: setClock');
  expect(reasons.updatePatient).toContain('changes one of many, and its path has no id: PATCH');
});
