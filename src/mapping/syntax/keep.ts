// Reads `keep` and `resume`: two requests of SOAP clients, tied by a token of the gateway. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { type Fields, fieldsAt, fieldsOf, type Located } from './fields.ts';
import { name as nameOf, REQUIRED, time, vocabulary, when } from './keywords.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import { type RestSide, readRest, readSoap, type Side, type SoapRow } from './sides.ts';
import type { YamlNode } from './yaml.ts';

export interface KeepRow {
  readonly kind: 'keep';
  readonly place: Place;
  /** The variable of the token, in the response to the first request and in the second request. */
  readonly name: Located<string>;
  /** ms */
  readonly ttl: number;
  /** False: its `when` excludes it under these settings. It is checked all the same. */
  readonly holds: boolean;
  readonly first: BothSides;
  readonly second: BothSides;
  readonly rest: RestSide;
  readonly soap: SoapRow;
  readonly direction: 'soap-to-rest';
}

interface BothSides {
  readonly rest: RestSide;
  readonly soap: SoapRow;
}

const HOUR = 60 * 60_000;
const SIDES: readonly Side[] = ['rest', 'soap'];

export const KEEP_KEYS = vocabulary(
  'keep',
  'Keys of `keep`',
  'SOAP clients make the calls of the rule one by one, by a token of the gateway ([keep and resume](#keep)).',
  {
    as: nameOf('Variable: the token, in the response to this call and in the request of the next one.', REQUIRED),
    ttl: time('How long the token is good (`1h`).'),
    when: when('The [settings](#settings) under which SOAP clients may do so.'),
  },
);

/** `rest`: of the rule, which is that of the second request unless given. */
export function readKeep(
  nodes: readonly YamlNode[],
  place: Place,
  rest: RestSide | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): KeepRow | undefined {
  const [first, second] = nodes.map((node, i) =>
    fieldsOf(node, { keys: [...SIDES, i === 0 ? 'keep' : 'resume'] }, 'a call', report),
  );
  if (nodes.length !== 2 || !first.has('keep') || !second.has('resume')) {
    const hint = 'write calls: [ { keep: { as: NAME }, … }, { resume: NAME, … } ]';
    report.add('MAPPING_SHAPE', '"keep" is in the first of two calls, and "resume" in the second', place, hint);
    return undefined;
  }
  first.demand(SIDES, place);
  second.demand(rest ? ['soap'] : SIDES, place);
  const fields = fieldsAt(first.get('keep'), KEEP_KEYS, report);
  fields.demandRequired(place);
  const name = fields.name('as');
  const resumed = second.name('resume');
  if (name && resumed && name.value !== resumed.value)
    report.add('MAPPING_NAMES', `no call keeps {${resumed.value}}`, resumed.place, `write resume: ${name.value}`);
  const sides = [sidesOf(first, undefined, report), sidesOf(second, rest, report)];
  const ttl = fields.time('ttl') ?? HOUR;
  const holds = holdsWhen(fields.get('when'), settings, report);
  const [one, other] = sides;
  return (
    name &&
    one &&
    other && { kind: 'keep', place, name, ttl, holds, first: one, second: other, ...one, direction: 'soap-to-rest' }
  );
}

function sidesOf(fields: Fields, rest: RestSide | undefined, report: Report): BothSides | undefined {
  const [restEntry, soapEntry] = [fields.get('rest'), fields.get('soap')];
  const restSide = restEntry ? readRest(restEntry, report) : rest;
  const soap = soapEntry && readSoap(soapEntry, report);
  return restSide && soap && { rest: restSide, soap };
}
