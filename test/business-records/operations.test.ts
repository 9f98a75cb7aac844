// The 46 operations, as the file has them and as our loader understands them.
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { clark } from '../../src/xml/reader/names.ts';
import type { Info } from '../laws/infoset.ts';
import { attribute, elementsOf, named, readDocument, wsdlFile } from './documents.ts';
import { clarkOf, contractFolder, operations } from './tables.ts';

const table = operations();
const definitions = readDocument(wsdlFile);
const only = (e: Info, local: string) => {
  expect(named(e, local).length).toBe(1);
  return named(e, local)[0];
};
const names = (es: Info[], name = 'name') => es.map((e) => attribute(e, name));
const faultNames = (faults: readonly string[]) => faults.map((f) => `${f}Fault`);
const lower = (name: string) => name[0].toLowerCase() + name.slice(1);

describe('the table', () => {
  it('has 46 operations; 34 bind all five header parts of callers', () => {
    expect(new Set(table.map((o) => o.name)).size).toBe(46);
    const five = 'passport tokenPassport applicationInfo partnerInfo preferences';
    expect(table.filter((o) => o.input.join(' ') === five).length).toBe(34);
  });
});

describe('the messages', () => {
  const messages = named(definitions, 'message');
  const parts = (message: string) =>
    named(messages.find((m) => attribute(m, 'name') === message)!, 'part').map(
      (p) => `${attribute(p, 'name')} ${attribute(p, 'element')}`,
    );

  it('are two per operation, one of headers, and twelve of faults', () => {
    const faults = [...new Set(table.flatMap((o) => o.faults))];
    expect(faults.length).toBe(12);
    const expected = ['headers', ...table.flatMap(({ name }) => [`${name}Request`, `${name}Response`])];
    expect(names(messages).sort()).toEqual([...expected, ...faultNames(faults)].sort());
    for (const f of faults) expect(parts(`${f}Fault`)).toEqual([`fault platformFaults:${lower(f)}Fault`]);
  });

  it('have one part, the element of their name', () => {
    for (const { name } of table) {
      expect(parts(`${name}Request`)).toEqual([`parameters platformMsgs:${name}`]);
      expect(parts(`${name}Response`)).toEqual([`parameters platformMsgs:${name}Response`]);
    }
  });

  it('of headers have seven parts', () => {
    const headers = [
      'applicationInfo',
      'partnerInfo',
      'documentInfo',
      'preferences',
      'searchPreferences',
      'passport',
      'tokenPassport',
    ];
    expect(parts('headers')).toEqual(headers.map((h) => `${h} platformMsgs:${h}`));
  });
});

describe('the port type', () => {
  const portType = only(definitions, 'portType');

  it('has the operations in order, each with its faults in order', () => {
    expect(attribute(portType, 'name')).toBe('BusinessRecordsPortType');
    const found = named(portType, 'operation').map((o) => [attribute(o, 'name'), names(named(o, 'fault'))]);
    expect(found).toEqual(table.map((o) => [o.name, faultNames(o.faults)]));
  });
});

describe('the binding', () => {
  const binding = only(definitions, 'binding');
  const bound = named(binding, 'operation');
  const headers = (o: Info, which: string) => names(named(only(o, which), 'header'), 'part');

  it('has the operations in order, with their bare names as actions', () => {
    expect(names(bound)).toEqual(table.map((o) => o.name));
    expect(bound.map((o) => attribute(only(o, 'operation'), 'soapAction'))).toEqual(table.map((o) => o.name));
    expect(attribute(named(binding, 'binding')[0], 'style')).toBe('document');
  });

  it.each(table)('$name binds its headers and faults', (expected) => {
    const operation = bound.find((o) => attribute(o, 'name') === expected.name)!;
    expect(headers(operation, 'input')).toEqual(expected.input);
    expect(headers(operation, 'output')).toEqual(expected.output);
    expect(names(named(operation, 'fault'))).toEqual(faultNames(expected.faults));
    const uses = ['input', 'output', 'fault'].flatMap((k) => named(operation, k).flatMap(elementsOf));
    expect(new Set(names(uses, 'use'))).toEqual(new Set(['literal']));
  });
});

describe('our loader', () => {
  it('understands the same', async () => {
    const contract = await loadContract(contractFolder);
    const found = contract.operations.map((o) => ({
      name: o.name,
      action: o.action,
      version: o.version,
      style: o.style,
      body: o.input.body.map((e) => clark(e.name)),
      answer: o.output?.body.map((e) => clark(e.name)),
      input: o.input.headers.map((h) => clark(h.element.name)),
      output: o.output?.headers.map((h) => clark(h.element.name)),
      faults: o.faults.map((f) => clark(f.element.name)),
    }));
    const message = (name: string) => clarkOf(`platformMsgs:${name}`);
    const expected = table.map((o) => ({
      name: o.name,
      action: o.name,
      version: '1.1',
      style: 'document',
      body: [message(o.name)],
      answer: [message(`${o.name}Response`)],
      input: o.input.map(message),
      output: o.output.map(message),
      faults: o.faults.map((f) => clarkOf(`platformFaults:${lower(f)}Fault`)),
    }));
    expect(found).toEqual(expected);
  });
});
