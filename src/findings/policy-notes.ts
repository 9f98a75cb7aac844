// What the policies of a contract ask for: settings that no table has, and what cannot be done.
import type { Mapping } from '../mapping/model/mapping.ts';
import { contractPolicy } from '../policy/contract-policy.ts';
import { unmetText, type Wish, wishesOf, wishText } from '../policy/phrases.ts';
import { type Finding, noteOf, problemFindings } from './finding.ts';

const SECURITY_NS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

/** None where SOAP clients alone come by the table: the policies are for them. */
export function policyNotes(mapping: Mapping): Finding[] {
  if (mapping.rules.every(({ direction }) => direction === 'soap-to-rest')) return [];
  const { settings, unmet, problems } = contractPolicy(mapping.contract);
  const isWritten = writesSecurity(mapping);
  const wishes = wishesOf(settings).filter((wish) => !(isWritten && isToken(wish)));
  return [
    ...problems.flatMap((problem) => problemFindings(problem).map((found): Finding => ({ ...found, level: 'note' }))),
    ...wishes.map((wish) => noteOf('POLICY_SETTING', wishText(wish), wish.place)),
    ...unmet.map((found) => noteOf('POLICY_UNMET', unmetText(found), found.place)),
  ];
}

/** A table may write the header block of WS-Security itself. */
function writesSecurity({ auth }: Mapping): boolean {
  return auth.soap.some(({ parts }) =>
    parts.some(({ element: { name } }) => name.ns === SECURITY_NS && name.local === 'Security'),
  );
}

function isToken({ key }: Wish): boolean {
  return key === 'usernameToken' || key === 'timestamp' || key === 'assertion';
}
