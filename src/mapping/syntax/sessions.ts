// Reads `auth.front`: operations that begin and end sessions of the gateway's clients. Knows nothing about contracts.

import type { Place } from '../../errors/errors.ts';
import { fieldsAt, isNull } from './fields.ts';
import { kind, REQUIRED, several, vocabulary, when } from './keywords.ts';
import type { Report } from './report.ts';
import { holdsWhen, type Setting } from './settings.ts';
import { readSoap, SOAP_SIDE_KEYS, type SoapRow } from './sides.ts';
import type { YamlEntry } from './yaml.ts';

export interface SessionRow {
  readonly kind: 'session';
  readonly place: Place;
  readonly phase: 'login' | 'logout';
  readonly soap: SoapRow;
  readonly rest?: undefined;
  readonly direction: 'soap-to-rest';
}

export interface FrontRow {
  /** False: its `when` excludes it under these settings. It is checked all the same. */
  readonly holds: boolean;
  readonly sessions: readonly SessionRow[];
}

export const FRONT_KEYS = vocabulary(
  'front',
  'Keys of `auth.front`',
  'Operations that begin and end sessions of clients ([sessions](credentials.md#sessions-of-callers)).',
  {
    login: kind(several(SOAP_SIDE_KEYS))('Begins a session. The request has fields of a credential.', REQUIRED),
    logout: kind(several(SOAP_SIDE_KEYS))('Ends a session.'),
    when: when('The [settings](#settings) under which they hold.'),
  },
);

export function readFront(
  entry: YamlEntry | undefined,
  settings: ReadonlyMap<string, Setting>,
  report: Report,
): FrontRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsAt(entry, FRONT_KEYS, report);
  fields.demandRequired(entry.place, () => 'write login: { request: …, response: … }');
  const holds = holdsWhen(fields.get('when'), settings, report);
  const sessions = (['login', 'logout'] as const).flatMap((phase) => readOperations(phase, fields.get(phase), report));
  return { holds, sessions };
}

/** One operation, or a list of them. */
function readOperations(phase: SessionRow['phase'], entry: YamlEntry | undefined, report: Report): SessionRow[] {
  if (entry === undefined || isNull(entry.value)) return [];
  const values = entry.value.kind === 'list' ? entry.value.items : [entry.value];
  return values.flatMap((value) => {
    const soap = readSoap({ ...entry, value, place: value.place }, report);
    return soap ? [{ kind: 'session', phase, soap, place: value.place, direction: 'soap-to-rest' }] : [];
  });
}
