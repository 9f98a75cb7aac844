import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCompiled, readCompiled } from '../../src/contract/compiled/read.ts';
import { writeCompiled } from '../../src/contract/compiled/write.ts';
import { loadContract } from '../../src/contract/load.ts';
import { complex, good, model } from './inline-contracts.ts';
import { differences } from './same-contract.ts';

const fixtures = join(import.meta.dirname, '../fixtures/contracts');

describe('a compiled contract', () => {
  it.each(readdirSync(fixtures))('of %s is the same contract', async (name) => {
    const contract = await loadContract(join(fixtures, name));
    expect(differences(contract, readCompiled(writeCompiled(contract)))).toEqual([]);
  });

  it('makes components once, recursive ones too, and shares the built-in types', () => {
    const schemas = good(`<xs:complexType name="Tree"><xs:sequence><xs:element name="v" type="xs:int"/>
      <xs:element name="t" type="t:Tree" minOccurs="0"/></xs:sequence></xs:complexType><xs:element name="e" type="t:Tree"/>`);
    const { schemas: again } = readCompiled(writeCompiled({ schemas, operations: [], files: [] }));
    const tree = complex(again, 'Tree');
    expect(again.elements.get('{urn:t}e')!.type).toBe(tree);
    expect(model(tree)).toBe('(v, t?)');
    expect(again.derives(tree, again.types.get('{http://www.w3.org/2001/XMLSchema}anyType')!)).toBe(true);
    expect(again.types.get('{http://www.w3.org/2001/XMLSchema}int')).toBe(
      schemas.types.get('{http://www.w3.org/2001/XMLSchema}int'),
    );
    expect(again.types.size).toBe(schemas.types.size);
    expect(again.types.has('{urn:t}Tree')).toBe(true);
    expect(again.types.get('{urn:t}No')).toBeUndefined();
    const seen: string[] = [];
    again.elements.forEach((value, key) => {
      seen.push(`${key} ${value.name.local}`);
    });
    expect(seen).toEqual(['{urn:t}e e']);
    expect([...again.elements.values()]).toEqual([again.elements.get('{urn:t}e')]);
  });

  it('survives being copied with spread', () => {
    const schemas = good(
      '<xs:element name="e" type="t:T"/><xs:complexType name="T"><xs:attribute name="a"/></xs:complexType>',
    );
    const { schemas: again } = readCompiled(writeCompiled({ schemas, operations: [], files: [] }));
    const copy = { ...again.elements.get('{urn:t}e')! };
    expect(copy.type).toBe(again.types.get('{urn:t}T'));
    expect({ ...complex(again, 'T') }.attributes).toHaveLength(1);
  });

  it('cannot be changed', async () => {
    const contract = await loadContract(join(fixtures, 'facets'));
    for (const one of [contract, readCompiled(writeCompiled(contract))]) {
      const [element] = one.schemas.elements.values();
      expect(() => Object.assign(element, { nillable: true })).toThrow(TypeError);
      expect(() => Object.assign(element.type, { name: undefined })).toThrow(TypeError);
      expect(() => (one.operations as unknown[]).push(1)).toThrow(TypeError);
    }
  });
});

describe('a file that is not one', () => {
  const contract = { schemas: good('<xs:element name="e"/>'), operations: [], files: ['a.xsd'] };

  it('is told apart, and refused when damaged or of another version', () => {
    const file = writeCompiled(contract);
    expect(isCompiled(file)).toBe(true);
    expect(isCompiled(new TextEncoder().encode('<definitions/>'))).toBe(false);
    const damaged = file.slice();
    damaged[damaged.length - 1] ^= 1;
    expect(() => readCompiled(damaged)).toThrow('the compiled contract is damaged');
    expect(() => readCompiled(file.subarray(0, file.length - 1))).toThrow('the compiled contract is damaged');
    expect(() => readCompiled(file.subarray(0, 20))).toThrow('the compiled contract is damaged');
    const older = file.slice();
    older[14] = 48;
    expect(() => readCompiled(older)).toThrow('not a compiled contract of this version');
  });

  it('may start anywhere in its memory', () => {
    const file = writeCompiled(contract);
    for (const shift of [1, 2, 3]) {
      const memory = new Uint8Array(file.length + shift);
      memory.set(file, shift);
      expect(readCompiled(memory.subarray(shift)).files).toEqual(['a.xsd']);
    }
  });
});
