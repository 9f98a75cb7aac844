// Which fields of a caller the service may be shown: what is kept of its responses is kept for equal ones alone. Knows no values.
import type { Auth } from '../../mapping/model/auth.ts';
import type { BackSettings } from '../settings/settings.ts';

export interface ReachingOptions {
  readonly back: BackSettings;
  /** What the table says. */
  readonly auth: Auth;
  /** Some rule has fields of the credential in its messages. */
  readonly hasCredentialFields: boolean;
  readonly present: 'rest' | 'soap';
}

/** Names; perhaps more of them than are written in the end, never fewer. */
export function reachingFields({ back, auth, hasCredentialFields, present }: ReachingOptions): ReadonlySet<string> {
  if (!back.pass) return new Set();
  const { basic, bearer, oauth1, oauth2, security } = back;
  const nameMaps = [basic, bearer, oauth1?.as, oauth2?.as, security?.usernameToken?.as];
  const sendsAuth = present === 'rest' ? auth.soap.length > 0 || auth.session !== undefined : auth.rest.length > 0;
  const names = new Set([
    ...nameMaps.flatMap((as) => Object.values(as ?? {})),
    ...(sendsAuth || hasCredentialFields ? auth.fields : []),
  ]);
  for (const name of back.fields.keys()) names.delete(name);
  return names;
}
