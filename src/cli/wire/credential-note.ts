// A bridge without the credential that its service asks for: what is missing, and where it goes.
import { docsCommand } from '../../errors/docs-reference.ts';
import { takesCredential } from '../../mapping/runtime/deferred-rule.ts';
import type { Bridge } from '../../server/bridges/bridge.ts';
import { incompleteCredential, optionalFields } from '../../server/bridges/credential-fields.ts';

/** A table says where a credential goes; only settings have one. Lines that say how to give it; none: a caller or the settings have it. */
export function credentialNote({ settings, mapping, rules }: Bridge): string[] {
  const { auth, name, present } = settings;
  const { fields, soap, rest, session } = mapping.auth;
  const isSent =
    rules.some(takesCredential) || (present === 'soap' ? rest.length > 0 : soap.length > 0 || session !== undefined);
  const hasSource = (auth?.front.length ?? 0) > 0 || fields.some((field) => auth?.back.fields.has(field));
  const incomplete = isSent && hasSource ? incompleteCredential(settings, mapping.auth) : undefined;
  if (incomplete !== undefined) return [`note: ${name}: ${incomplete}: add to back: { fields: … } of auth`];
  if (!isSent || hasSource) return [];
  const optional = optionalFields(mapping.auth, mapping.rules);
  const needed = fields.filter((field) => !optional.includes(field));
  return [
    `note: ${name} has no credential for the service (${fields.join(', ')}): add --auth FILE (${docsCommand('credentials')}), which has`,
    'back:',
    `  fields: { ${entriesOf(needed.length === 0 ? fields : needed)} }`,
    ...(needed.length === 0 || optional.length === 0 ? [] : [`  # optional, in fields too: ${entriesOf(optional)}`]),
  ];
}

/** A field that stands there must have a value: the gateway does not start without its variable. */
function entriesOf(fields: readonly string[]): string {
  return fields.map((field) => `${field}: { env: ${variableOf(field)} }`).join(', ');
}

/** `SESSION_ID` of `sessionId`. */
function variableOf(field: string): string {
  return field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W/g, '_')
    .toUpperCase();
}
