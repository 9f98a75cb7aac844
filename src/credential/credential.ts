// Credentials of one bridge: who calls, and what the service is shown. Knows nothing about where settings come from, nor about sockets.
import type { Filter } from '../exchange/exchange.ts';
import type { Auth } from '../mapping/auth.ts';
import { showBasic, showBearer } from './back/authorization.ts';
import { showFields, showParts } from './back/parts.ts';
import type { Show } from './back/show.ts';
import { supply } from './back/supply.ts';
import type { AuthSettings } from './settings.ts';

export interface Credentials {
  /** Around each call to the peer. Empty where there is nothing to show. */
  readonly calls: readonly Filter[];
}

/** `given`: some rule has fields of the credential in its messages. `present`: which side callers see. */
export function createCredentials(
  { back }: AuthSettings,
  auth: Auth,
  given: boolean,
  present: 'rest' | 'soap',
): Credentials {
  const shows: Show[] = [];
  if (present === 'rest' && auth.soap.length > 0) shows.push(showParts(auth));
  if (present === 'soap' && auth.rest.length > 0) shows.push(showFields(auth));
  if (back.basic) shows.push(showBasic(back.basic));
  if (back.bearer) shows.push(showBearer(back.bearer));
  if (shows.length === 0 && !given) return { calls: [] };
  const { fields, pass } = back;
  return { calls: [supply({ fields, pass, signed: auth.signed, shows })] };
}
