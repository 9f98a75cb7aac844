// The contracts that the laws are checked on, and the elements of each that travel.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadContract } from '../../src/contract/load.ts';
import type { Contract } from '../../src/contract/model/contract.ts';
import type { ElementDecl } from '../../src/contract/model/model.ts';
import { clark } from '../../src/xml/reader/names.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Place {
  readonly name: string;
  readonly folder: string;
}

/** Every fixture and every tutorial. Mappings of whole services bring laws of their own: 700 types, each with every record below it. */
export function places(): Place[] {
  const fixtures = join(ROOT, 'test', 'fixtures', 'contracts');
  const mappings = join(ROOT, 'mappings');
  const numbered = readdirSync(mappings).filter((name) => /^\d/.test(name));
  const tutorials = numbered.map((name) => ({ name, folder: join(mappings, name, 'contract') }));
  return [
    ...readdirSync(fixtures).map((name) => ({ name, folder: join(fixtures, name) })),
    ...tutorials.filter((t) => existsSync(t.folder)),
  ];
}

/** From the WSDL file where the folder has one that stands at the top, else from the folder. */
export function load(place: Place): Promise<Contract> {
  return loadContract(place.folder);
}

/** Elements of the bodies, headers and faults of all operations, each once. */
export function travelling(contract: Contract): ElementDecl[] {
  const all = new Map<string, ElementDecl>();
  for (const operation of contract.operations) {
    for (const message of [operation.input, operation.output]) {
      for (const e of message?.body ?? []) all.set(clark(e.name), e);
      for (const h of message?.headers ?? []) all.set(clark(h.element.name), h.element);
    }
    for (const fault of operation.faults) all.set(clark(fault.element.name), fault.element);
  }
  return [...all.values()].filter((e) => !e.abstract);
}
