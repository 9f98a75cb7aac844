// Authorization fields that say the credential as it is: Basic (RFC 7617) and Bearer (RFC 6750 §2.1).
import { SoapstoneError } from '../../errors/errors.ts';
import type { Applier } from './applier.ts';
import { fieldValue } from './parameters.ts';

/** RFC 7617 §2: the user has no colon. In UTF-8. A credential without these fields shows nothing. */
export function showBasic({ user, password }: { readonly user: string; readonly password: string }): Applier {
  return (values, draft) => {
    const [name, secret] = [values.of(`$credential.${user}`), values.of(`$credential.${password}`)];
    if (name === undefined || secret === undefined) return;
    if (name.includes(':'))
      throw new SoapstoneError('CREDENTIAL', 'Basic authentication does not allow a colon in the user name');
    draft.fields.push('authorization', `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`);
  };
}

export function showBearer({ token }: { readonly token: string }): Applier {
  return (values, draft) => {
    const text = values.of(`$credential.${token}`);
    if (text !== undefined) draft.fields.push('authorization', fieldValue(`Bearer ${text}`, 'Authorization'));
  };
}
