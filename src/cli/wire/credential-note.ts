// A bridge without the credential that its service asks for: what is missing, and where it goes.
import { takesCredential } from '../../mapping/runtime/deferred-rule.ts';
import type { Bridge } from '../../server/bridges/bridge.ts';

/** A table says where a credential goes; only settings have one. Lines that say how to give it; none: a caller or the settings have it. */
export function credentialNote({ settings: { auth, name, present }, mapping, rules }: Bridge): string[] {
  const { fields, soap, rest, session } = mapping.auth;
  const isSent =
    rules.some(takesCredential) || (present === 'soap' ? rest.length > 0 : soap.length > 0 || session !== undefined);
  const hasSource = (auth?.front.length ?? 0) > 0 || fields.some((field) => auth?.back.fields.has(field));
  if (!isSent || hasSource) return [];
  return [
    `note: ${name} has no credential for the service (${fields.join(', ')}): add --auth FILE (docs/reference/credentials.md), which has`,
    'back:',
    `  fields: { ${fields.map((field) => `${field}: { env: ${variableOf(field)} }`).join(', ')} }`,
  ];
}

/** `SESSION_ID` of `sessionId`. */
function variableOf(field: string): string {
  return field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toUpperCase();
}
