// A contract without line ends is read as fast as any: work is counted in blocks that run, not in time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContractFrom } from '../../src/contract/load.ts';
import { Coverage } from '../fuzz/coverage.ts';
import { schema, wsdl } from '../security/documents.ts';

describe('a contract on one line', () => {
  let coverage: Coverage;
  beforeAll(() => {
    coverage = new Coverage();
  });
  afterAll(() => coverage.close());

  it('costs twice as much for twice the enumeration values', () => {
    const work = (n: number) => {
      const values = Array.from({ length: n }, (_, i) => `<xsd:enumeration value="v${i}"/>`).join('');
      const type = `<xsd:simpleType name="E"><xsd:restriction base="xsd:string">${values}</xsd:restriction></xsd:simpleType>`;
      const bytes = Buffer.from(wsdl({}, schema({ members: type })).replaceAll('\n', ' '));
      coverage.count();
      loadContractFrom(new Map([['a.wsdl', bytes]]));
      return coverage.count();
    };
    work(100);
    const [one, two, four] = [work(500), work(1_000), work(2_000)];
    expect(two / one).toBeLessThan(2.3);
    expect(four / two).toBeLessThan(2.3);
  });
});
