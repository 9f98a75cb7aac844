// Sessions of the gateway: operations of the contract begin and end them. Knows nothing about cookies.

import { asSaid, codedFault, type Fault, saidFault } from '../../fault/fault.ts';
import { fromJs } from '../../json/value.ts';
import { scalarText } from '../../json/walk.ts';
import type { CallerSessions, Exchange, Response } from '../../rule/exchange.ts';
import type { SessionFlow } from '../../rule/flow.ts';

export function carrySession(
  flow: SessionFlow,
  exchange: Exchange,
  sessions: CallerSessions | undefined,
): Promise<Response> {
  return flow.begin ? begun(flow, flow.begin, exchange, sessions) : ended(exchange, sessions);
}

async function begun(
  { callerFields }: SessionFlow,
  requestFields: NonNullable<SessionFlow['begin']>,
  { bindings, address = '' }: Exchange,
  sessions: CallerSessions | undefined,
): Promise<Response> {
  if (sessions === undefined) throw none();
  const fields = new Map<string, string>();
  for (const [name, variable] of requestFields) {
    const value = bindings[variable];
    const text = value && scalarText(value);
    if (text !== undefined) fields.set(name, text);
  }
  const session = await sessions.begin(fields, address);
  if (session === undefined) throw refused();
  const response = bindings.slice();
  for (const [name, variable] of callerFields) {
    const text = session.caller.fields.get(name);
    response[variable] = text === undefined ? undefined : fromJs(text);
  }
  return { bindings: response, streamed: false, fields: [session.field] };
}

async function ended({ bindings, caller }: Exchange, sessions: CallerSessions | undefined): Promise<Response> {
  if (sessions === undefined) throw none();
  if (caller?.session === undefined) throw asSaid(codedFault('SESSION_LOST', 'the request is made in no session'));
  const { field } = await sessions.end(caller.session);
  return { bindings, streamed: false, fields: [field] };
}

/** The same error for every wrong credential. */
function refused(): Fault {
  return asSaid(codedFault('UNAUTHENTICATED', 'the request needs a credential that is accepted here'));
}

function none(): Fault {
  return saidFault(501, 'NOT_IMPLEMENTED', 'This gateway gives no sessions.');
}
