// Reads `resume`: two requests of SOAP clients, tied by a token of the gateway. Knows nothing about contracts.
import type { Place } from '../../errors/errors.ts';
import { type Fields, fieldsOf, type Located } from './fields.ts';
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
const RESUME_KEYS = ['resume', 'keep', 'when'];

/** `rest`: of the rule, which is that of the second request unless given. */
export function readKeep(
  nodes: readonly YamlNode[],
  place: Place,
  rest: RestSide | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): KeepRow | undefined {
  const [first, second] = nodes.map((node, i) =>
    fieldsOf(node, { keys: [...SIDES, ...(i === 0 ? [] : RESUME_KEYS)] }, 'a call', report),
  );
  const name = second?.name('resume');
  if (nodes.length !== 2 || !second.has('resume')) {
    const hint = 'write calls: [ { rest: …, soap: … }, { resume: NAME, … } ]';
    report.add('MAPPING_SHAPE', '"resume" is in the second of two calls', place, hint);
    return undefined;
  }
  first.demand(SIDES, place);
  second.demand(rest ? ['soap'] : SIDES, place);
  const sides = [sidesOf(first, undefined, report), sidesOf(second, rest, report)];
  const ttl = second.time('keep') ?? HOUR;
  const holds = holdsWhen(second.get('when'), settings, report);
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
