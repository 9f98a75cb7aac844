// What the other operations of a contract, and what is required, say about the path and the method of one.
import { expect, test } from 'vitest';
import { firstTable } from '../../src/init/first-table.ts';
import { smallContract } from './small-contract.ts';

const types = {
  Outage: 'mrid: string, kind: string',
  Customer: 'partyId?: string, name: string',
  Door: 'token: string, name: string',
  Address: 'street: string, city: string',
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

test('a record that is reported, and whose id the response has, is added', async () => {
  const added = await rulesOf(outage, 'ReportOutage(outage: Outage) -> mrid: string');
  expect(added).toContain('POST /outages: ReportOutage -> 201');
  const reported = await rulesOf(outage, 'ReportOutage(outage: Outage) -> done: boolean');
  expect(reported).toContain('POST /outages/{mrid}/report: ReportOutage');
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
