// Null stands for any accessor of encoded content, whatever its declaration says: xsi:nil in XML (decision 0166).
import { describe, expect, it } from 'vitest';
import type { SoapstoneError } from '../../../src/errors/errors.ts';
import { encoded, literal, type Messages } from './encoded.ts';

const nils = (messages: Messages, operation: string, value: unknown, lenient = false) =>
  [...messages.written(operation, value, lenient).matchAll(/<(?:\w+:)?(\w+)[^<>]* \w+:nil="true"/g)].map(
    ([, name]) => name,
  );

function failure(messages: Messages, operation: string, value: unknown, lenient = false): string {
  try {
    return messages.written(operation, value, lenient);
  } catch (error) {
    const { code, path } = error as SoapstoneError;
    return `${code} ${path}`;
  }
}

describe('encoded content', () => {
  it.each([
    ['a parameter', 'echoInt', { i: null, s: null }, ['i', 's']],
    ['a struct', 'echoPerson', { p: null }, ['p']],
    ['members', 'echoPerson', { p: { name: null, age: null, country: null } }, ['name', 'age', 'country']],
    ['a member of an array member', 'echoPeople', { a: [{ name: null }, null] }, ['name', 'i']],
    ['an array', 'echoPeople', { a: null }, ['a']],
    ['an array member', 'echoPerson', { p: { name: 'A', tags: null } }, ['tags']],
    ['a derived type', 'echoPerson', { p: { $type: 't:Employee', name: 'A', salary: null } }, ['salary']],
  ])('has nil for null: %s', (_, operation, value, names) => {
    const found = nils(encoded, operation, value);
    expect(found.map((name) => (name === 'item' ? 'i' : name))).toEqual(names);
    expect(encoded.problems(operation, value)).toEqual([]);
  });

  it('reads what it wrote', () => {
    const value = { p: { name: null, age: null, boss: { name: null, country: 'NZ' }, country: null } };
    const [, content] = /<m:echoPerson[^>]*>(.*)<[/]m:echoPerson>/s.exec(
      encoded.written('echoPerson', value).replaceAll(/n\d*:echoPerson/g, 'm:echoPerson'),
    )!;
    expect(encoded.readRequest('echoPerson', content.replaceAll(/ \w+:type="[^"]*"/g, ''))).toEqual(value);
  });

  it('still has required members, and a message that is no null', () => {
    expect(failure(encoded, 'echoPerson', { p: { age: 4 } })).toBe('CODEC_MISSING $.p');
    expect(failure(encoded, 'echoInt', { i: 5 })).toBe('CODEC_MISSING $');
    expect(failure(encoded, 'echoPerson', null)).toBe('CODEC_NIL $');
  });

  it('written leniently, is without what may be absent, and has nil for what may not', () => {
    expect(nils(encoded, 'echoPerson', { p: { name: null, age: null, tags: null } }, true)).toEqual(['name']);
    expect(nils(encoded, 'echoInt', { i: null, s: 'a' }, true)).toEqual(['i']);
    expect(failure(encoded, 'echoPerson', { p: { age: 4 } }, true)).toBe('CODEC_MISSING $.p');
  });
});

it('schemas know the parameters, and the members of all types that messages may have', () => {
  expect(encoded.nullAccessors()).toEqual(expect.arrayContaining(['p', 'i', 's', 'name', 'boss', 'salary', 'tags']));
  expect(literal.nullAccessors()).toEqual([]);
});

it('literal content has no null for members that are not nillable, also after encoded content', () => {
  encoded.written('echoPerson', { p: { name: null } });
  expect(failure(literal, 'echoPerson', { p: { name: null } })).toBe('CODEC_NIL $.p.name');
  expect(literal.problems('echoPerson', { p: { name: null } })).toEqual(['CODEC_NIL $.p.name']);
  expect(failure(literal, 'echoPerson', { p: { name: null } }, true)).toBe('CODEC_MISSING $.p');
});
