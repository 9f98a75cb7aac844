// `auth.front`: operations that begin and end sessions of the gateway. A login has a credential in its request, and fields of the client in its response.

import { suggest } from '../../../errors/suggest.ts';
import type { SessionFlow } from '../../../rule/flow.ts';
import type { Row } from '../../syntax/row.ts';
import type { FrontRow, SessionRow } from '../../syntax/sessions.ts';
import { noRest } from '../../syntax/sides.ts';
import { namesInSoapRequest, namesInSoapResponse } from '../names-in.ts';
import { checkNames } from '../paired-names.ts';
import { type BuiltRow, operationOf, RuleBuilder, type RuleEnvironment } from '../rule.ts';

/** None where `when` excludes them. */
export function buildSessions(front: FrontRow, env: RuleEnvironment): BuiltRow[] {
  const built = front.sessions.flatMap((session) => buildSession(session, env));
  return front.holds ? built : [];
}

function buildSession(flow: SessionRow, all: RuleEnvironment): BuiltRow[] {
  const { soap, place, direction } = flow;
  const id = `auth.${soap.operation?.value ?? soap.request?.elements[0]?.key}`;
  const env = { ...all, ctx: { ...all.ctx, report: all.ctx.report.of(id) } };
  const operation = operationOf(soap, env);
  if (operation === undefined) return [];
  const shared = { explicitId: true, holds: true, stream: false, faults: [] };
  const row: Row = { ...shared, ...noRest(place), id, place, soap, direction, flow };
  const builder = new RuleBuilder(row, operation, env);
  builder.planSoap();
  builder.planRest();
  const begins = flow.phase === 'login';
  const fieldNames = env.table.auth?.fields.map(({ value }) => value) ?? [];
  const requestNames = begins ? [...new Set(namesInSoapRequest(soap))] : [];
  checkFields(flow, requestNames, fieldNames, env);
  const responseNames = begins ? namesInSoapResponse(soap).filter((name) => fieldNames.includes(name)) : [];
  checkNames(builder.scope, direction, env.ctx, new Set([...requestNames, ...responseNames]));
  const callerFields = builder.scope.numbered([...new Set(responseNames)]);
  const begin = begins ? builder.scope.numbered(requestNames) : undefined;
  const session: SessionFlow = { kind: 'session', begin, callerFields };
  const rule = builder.compile();
  // A request that begins a session is checked only when the exchange runs.
  return [{ row, rule: { ...rule, open: begins || rule.open, flow: session } }];
}

function checkFields(
  { phase, place }: SessionRow,
  names: readonly string[],
  fieldNames: readonly string[],
  { ctx: { report } }: RuleEnvironment,
): void {
  for (const name of names.filter((field) => !fieldNames.includes(field)))
    report.add('MAPPING_NAMES', `{${name}} is not a field of the credential`, place, suggest(name, fieldNames));
  if (phase === 'login' && names.length === 0)
    report.add('MAPPING_MISSING', 'the request of a login has no field of the credential', place);
}
