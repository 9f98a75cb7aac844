// Compares two copies of one rule as they were read. They may differ in words that no check looks into; where they name types and constants of
// the contract, their SOAP sides are handed on. Knows nothing about contracts.

import type { ConverterCall } from '../../../pattern/text/hole.ts';
import { namedParts } from '../../syntax/own-parts.ts';
import { Report } from '../../syntax/report.ts';
import { type MessageRow, type Row, readMessage, type SoapRow } from '../../syntax/row.ts';
import type { YamlMap, YamlNode } from '../../syntax/yaml.ts';

/** Two SOAP sides at the same place of two copies. */
export type SoapPair = readonly [SoapRow, SoapRow];

/** What two copies have at the same places. */
export interface Pairs {
  readonly sides: readonly SoapPair[];
  /** Responses of fault rules. */
  readonly faults: readonly (readonly [MessageRow, MessageRow])[];
}

interface Comparison {
  readonly sides: SoapPair[];
  readonly sameCalls: SameCalls;
}

/** Do both calls demand the same of a rule, whatever functions of module.ts and types they name? */
type SameCalls = (a: ConverterCall, b: ConverterCall) => boolean;

type Plain = Readonly<Record<string, unknown>>;

/** They stand for themselves wherever they are. What is between them may mean more: `/`, `:`. */
const WORDS = /[A-Za-z0-9]+/g;

/** undefined: the copies differ in more. */
export function sameText(a: Row, b: Row, sameCalls: SameCalls): Pairs | undefined {
  const comparison = { sides: [], sameCalls };
  const [one, other] = [a, b].map((row) => ({ ...row, id: '', faults: row.faults.map(faultOf) }));
  if (!same(one, other, '', comparison)) return undefined;
  const faults = one.faults.flatMap(({ response }, i) =>
    response ? [[response, other.faults[i].response!] as const] : [],
  );
  return { sides: comparison.sides, faults };
}

/** A fault rule, with its response as a pattern. */
interface FaultText {
  readonly node: YamlNode;
  readonly response: MessageRow | undefined;
}

const faults = new WeakMap<YamlNode, FaultText>();

/** The same for the same node: most fault rules are those of all copies. */
function faultOf(node: YamlNode): FaultText {
  let fault = faults.get(node);
  if (fault === undefined) faults.set(node, (fault = readFault(node)));
  return fault;
}

function readFault(node: YamlNode): FaultText {
  const soap = node.kind === 'map' ? node.entries.find(({ key }) => key === 'soap') : undefined;
  const response = soap?.value.kind === 'map' ? soap.value.entries.find(({ key }) => key === 'response') : undefined;
  if (response === undefined) return { node, response };
  const without = (map: YamlMap, key: string): YamlMap => ({
    ...map,
    entries: map.entries.filter((entry) => entry.key !== key),
  });
  const entries = [...without(node as YamlMap, 'soap').entries, ...without(soap!.value as YamlMap, 'response').entries];
  return { node: { ...(node as YamlMap), entries }, response: readMessage(response, new Report()) };
}

/** `key`: the name of the field that holds the values. The recursion is as deep as the table, which is bounded. */
function same(a: unknown, b: unknown, key: string, comparison: Comparison): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b || sameLeaf(a, b, key);
  if (Array.isArray(a) || Array.isArray(b)) return sameLists(a, b, key, comparison);
  if (a instanceof Map && b instanceof Map) return sameLists([...a].flat(), [...b].flat(), key, comparison);
  if (!isPlain(a) || !isPlain(b)) return a === b;
  if ('responseHeaders' in a) comparison.sides.push([a, b] as unknown as SoapPair);
  return sameObjects(a, b, key, comparison);
}

function isPlain(value: object): value is Plain {
  return Object.getPrototypeOf(value) === Object.prototype;
}

function sameLists(a: unknown, b: unknown, key: string, comparison: Comparison): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, i) => item === b[i] || same(item, b[i], key, comparison));
}

function sameObjects(a: Plain, b: Plain, key: string, comparison: Comparison): boolean {
  if (countFields(a) !== countFields(b)) return false;
  // The contract judges its value on the SOAP side. `none` and other keywords were read before.
  if (a['kind'] === 'constant' && b['kind'] === 'constant')
    return typeof a['value'] === 'string' && typeof b['value'] === 'string' ? true : a['source'] === b['source'];
  if (key === 'converters') return comparison.sameCalls(a as unknown as ConverterCall, b as unknown as ConverterCall);
  if (isPreference(a) && !sameParts(a, b)) return false;
  for (const name in a) {
    if (!(name in b)) return false;
    // Copies share most of what they say.
    if (a[name] !== b[name] && !sameField(a[name], b[name], name, key, comparison)) return false;
  }
  return true;
}

/** Without a list of them: millions are compared. */
function countFields(object: Plain): number {
  let count = 0;
  for (const _ in object) count++;
  return count;
}

function sameField(a: unknown, b: unknown, name: string, parent: string, comparison: Comparison): boolean {
  if (name === 'resultForm') return sameForm(a as YamlNode, b as YamlNode);
  // Lists of texts and holes are named by their fields; the name of a type stands in an object of its own.
  return same(a, b, parent === 'type' && name === 'text' ? 'type.text' : name, comparison);
}

/** What a rule says of its result counts by itself only where it names parts of the rule; else the pattern made of it is compared. */
function sameForm(a: YamlNode, b: YamlNode): boolean {
  return [a, b].every((form) => namedParts(form).length === 0) || JSON.stringify(a) === JSON.stringify(b);
}

/** `offset`, `lead`: columns, for messages. */
function sameLeaf(a: unknown, b: unknown, key: string): boolean {
  if (key === 'offset' || key === 'lead') return true;
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  if (key === 'type.text' || key === 'path') return true;
  return (key === 'segments' || key === 'parts') && a.replace(WORDS, 'x') === b.replace(WORDS, 'x');
}

/** Preferences are read from their texts. */
function isPreference({ name }: Plain): boolean {
  return typeof name === 'string' && /^prefer/i.test(name);
}

function sameParts({ parts: a }: Plain, { parts: b }: Plain): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
