// The SOAP clients that call the tutorials, and one view of what they show.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadMapping } from '../../../src/index.ts';
import { type Client, type Open, openNodeSoap, openPhp, openStrongSoap, openZeep } from '../../peers/callers.ts';
import type { Backend } from '../backends/routes.ts';
import { tutorial } from '../scene.ts';
import { type SoapFace, startSoapFace } from '../soap-face.ts';

export const clients = {
  'PHP SoapClient, SOAP 1.1': openPhp('1.1'),
  'PHP SoapClient, SOAP 1.2': openPhp('1.2'),
  'zeep, SOAP 1.1': openZeep('1.1'),
  // Only where the contract has a port of that version.
  'zeep, SOAP 1.2': openZeep('1.2'),
  'node-soap': openNodeSoap,
  'strong-soap': openStrongSoap,
} satisfies Record<string, Open>;

export type ClientName = keyof typeof clients;

export const allClients = Object.keys(clients) as ClientName[];

export interface Stage {
  readonly name: ClientName;
  readonly client: Client;
  readonly face: SoapFace;
}

/** Operations that a client does not call, or does not get an answer to, with the reason. Each is tried all the same. */
const excused: Readonly<Record<string, string>> = {
  '90-credentials Login': 'no rule offers it: it is for sessions that the gateway begins itself',
  '20-shapes TrackParcel, zeep, SOAP 1.1': 'knows no substitution groups',
};

/** The client, with a note of every operation that it tries, and whether it was answered. */
function noted(client: Client, answered: Map<string, boolean>): Client {
  return {
    close: () => client.close(),
    call: async (operation, ...rest) => {
      const said = await client.call(operation, ...rest);
      const good = said.code === undefined && said.broken === undefined;
      answered.set(operation, good || answered.get(operation) === true);
      return said;
    },
  };
}

/** Tests for every client: each has the gateway in front of a new backend, and has loaded the contract that the gateway shows. */
export function eachClient(
  mapping: string,
  backend: () => Backend,
  tests: (stage: () => Stage) => void,
  names: readonly ClientName[] = allClients.filter((name) => name !== 'zeep, SOAP 1.2'),
): void {
  describe.each(names)('%s', (name) => {
    let stage: Stage | undefined;
    const answered = new Map<string, boolean>();
    beforeAll(async () => {
      const face = await startSoapFace(tutorial(mapping));
      face.rest.answer = backend();
      stage = { name, face, client: noted(await clients[name](`${face.url}?wsdl`), answered) };
    });
    afterAll(async () => {
      stage?.client.close();
      await stage?.face.stop();
    });
    tests(() => stage as Stage);

    it('has tried every operation of the contract, and was answered', async () => {
      const { contract } = await loadMapping(tutorial(mapping));
      const operations = new Set(contract.operations.map((operation) => operation.name));
      const silent = [...operations].filter((operation) => answered.get(operation) !== true);
      const reasons = (operation: string) =>
        [operation, `${operation}, ${name}`].filter((one) => excused[`${mapping} ${one}`] !== undefined);
      expect(silent.filter((operation) => reasons(operation).length === 0)).toEqual([]);
      expect([...operations].filter((operation) => reasons(operation).length > 0)).toEqual(silent);
      expect(silent.filter((operation) => !answered.has(operation))).toEqual([]);
    });
  });
}

const marks = new Set(['xsi_type', 'xsi:type', '$xsiType', '$type', 'xsi:nil', 'type', 'nil']);
const texts = new Set(['$value', '_value_1', '_']);

/**
 * A value without what only the ways of a client are: attributes stand with the elements and text is `$value`; a list of one is its item; what is
 * null or empty is not there; leaves are texts, numbers and times in one spelling.
 */
export function plain(value: unknown): unknown {
  if (value instanceof Date) return plain(value.toISOString());
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.length < 2 ? items[0] : items;
  }
  if (typeof value === 'object' && value !== null) return plainObject(value);
  if (value === null || value === undefined) return undefined;
  const text = String(value);
  if (text === '') return undefined;
  if (/^-?\d+(\.\d+)?$/.test(text)) return String(Number(text));
  const day = /^(\d{4}-\d\d-\d\d)(Z|T00:00:00\.000Z)?$/.exec(text);
  if (day) return day[1];
  return /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text) ? new Date(text).toISOString() : text;
}

function plainObject(value: object): unknown {
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (name === 'attributes' || name === '$attributes') {
      const given = Object.entries(member as object).filter(([key]) => !marks.has(key) && !key.startsWith('xmlns'));
      members.push(...given.map(([key, one]): [string, unknown] => [key, plain(one)]));
    } else if (!marks.has(name)) {
      members.push([texts.has(name) ? '$value' : name.replace(/^@/, ''), plain(member)]);
    }
  }
  const real = members.filter(([, member]) => member !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  if (real.length === 0) return undefined;
  return real.length === 1 && real[0][0] === '$value' ? real[0][1] : Object.fromEntries(real);
}
