// Converters that no value can pass, told when the table is checked. Knows what built-in converters take; functions and tables speak for themselves.
import type { Codec } from '../../codec/model/codec.ts';
import { type Place, SoapstoneError } from '../../errors/errors.ts';
import { scalarText } from '../../json/walk.ts';
import type { Ends, Text } from '../../pattern/text/converter.ts';
import { type ConverterCall, type Hole, printHole } from '../../pattern/text/hole.ts';
import { isList, itemTextOf, nameOfType, type VariableType } from '../model/variables.ts';
import type { Report } from '../syntax/report.ts';

interface Domain {
  readonly label: string;
  /** Texts of it: where none of them is a value, none is. */
  readonly texts: readonly string[];
  /** There are no others. */
  readonly all: boolean;
  readonly has: RegExp;
}

const INTEGERS: Domain = { label: 'an integer', texts: ['0', '1', '-1', '2024'], all: false, has: /^-?\d+$/ };
const FLAGS: Domain = { label: 'true or false', texts: ['true', 'false'], all: true, has: /^(?:true|false)$/ };
const DOMAINS: ReadonlyMap<string, Domain> = new Map([
  ['int', INTEGERS],
  ['int32', INTEGERS],
  ['bool', FLAGS],
]);

/** Reports a converter with an end where what it takes or gives can never stand. `first`, `last`: it meets the variable, the place. */
export function refuseConverter(
  hole: Hole,
  call: ConverterCall,
  ends: Ends,
  type: VariableType | undefined,
  { first, last }: { readonly first: boolean; readonly last: boolean },
  place: Place,
  { report, codec }: { readonly report: Report; readonly codec: Codec },
): void {
  const holeText = printHole(hole);
  if (first && call.name === 'csv' && isList(type) && itemTextOf(type, codec, 'rest') === undefined) {
    const message = `${holeText}: csv needs simple values, but the items of {${hole.name}} are not simple`;
    report.add('MAPPING_TYPE', message, place, 'put them in a body, or bind them one by one with "each"');
    return;
  }
  if (first && call.name === 'csv' && type !== undefined && type.kind !== 'any' && !holdsMany(type)) {
    const message = `${holeText}: {${hole.name}} is ${nameOfType(type, codec)}, not a list`;
    report.add('MAPPING_TYPE', message, place, `csv is for lists: write {${hole.name}}`);
    return;
  }
  const domain = DOMAINS.get(call.name);
  if (domain === undefined) return;
  if (first && type !== undefined && !mayBe(ends.variable, domain)) {
    const message = `${holeText}: {${hole.name}} is ${nameOfType(type, codec)}, which is never ${domain.label}`;
    const hint = holdsMany(type) ? `write {${hole.name}|csv}` : `write {${hole.name}}`;
    report.add('MAPPING_TYPE', message, place, hint);
  } else if (last && !mayBe(ends.place, domain)) {
    const message = `${holeText}: the contract never allows ${domain.label} here`;
    report.add('MAPPING_TYPE', message, place, `write {${hole.name}}`);
  }
}

/** A list of elements, or one value that is a list. */
function holdsMany(type: VariableType): boolean {
  if (isList(type)) return true;
  if (type.kind !== 'value' || type.type.kind !== 'simple') return false;
  const waiting = [type.type];
  for (let t = waiting.pop(); t; t = waiting.pop()) {
    if (t.variety === 'list') return true;
    waiting.push(...(t.members ?? []));
  }
  return false;
}

function mayBe(text: Text, { texts, all, has }: Domain): boolean {
  return texts.some((sample) => {
    try {
      return has.test(scalarText(text.fromText(sample)) ?? '');
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      // Facets may leave other values of the domain.
      return e.code === 'CODEC_FACET' && !all;
    }
  });
}
