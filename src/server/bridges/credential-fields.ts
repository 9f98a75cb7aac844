// Compares the fields of the setting `auth` with those that the rules of a bridge send to its service.
import type { BackSettings, FieldSource } from '../../auth/settings/settings.ts';
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { suggest } from '../../errors/suggest.ts';
import type { Auth } from '../../mapping/model/auth.ts';
import type { MappingRule } from '../../mapping/model/mapping.ts';
import { callsOf } from '../../mapping/runtime/called-operations.ts';
import { compiledOf, takesCredential } from '../../mapping/runtime/deferred-rule.ts';
import type { CredentialField, Rule } from '../../rule/rule.ts';
import type { BridgeSettings } from '../settings/settings.ts';
import { frontSide } from './exposed-rules.ts';

const CREDENTIAL = '$credential.';

/** @throws Problems: a field that nothing sends, one that nobody has, or a value that does not fit its type. Never quotes a value. */
export function checkCredentialFields(
  { auth, present, name }: BridgeSettings,
  table: Auth,
  rules: readonly MappingRule[],
): void {
  if (auth === undefined) return;
  const { back, front } = auth;
  const side = frontSide(present) === 'rest' ? 'soap' : 'rest';
  const problems = unknownFields(back, table.fields);
  // Callers may have what the settings have not.
  const isComplete = front.length > 0 && back.pass;
  if (back.fields.size > 0 || front.length === 0)
    for (const [field, uses] of usesIn(rules)) {
      const source = back.fields.get(field);
      if (source !== undefined) problems.push(...misfits(field, source, uses, back));
      else if (!isComplete) problems.push(...lacking(field, uses, side, name));
    }
  if (problems.length > 0) throw new Problems(problems);
}

interface FieldUse {
  readonly rule: string;
  readonly field: CredentialField;
}

/** By name of the field. */
function usesIn(rules: readonly MappingRule[]): ReadonlyMap<string, readonly FieldUse[]> {
  const uses = rules
    .filter((rule) => !rule.open && takesCredential(rule))
    .flatMap((rule) =>
      [...new Set(callsOf<Rule>(compiledOf(rule)))].flatMap(({ credentialFields = [] }) =>
        credentialFields.map((field) => ({ rule: rule.id, field })),
      ),
    );
  return Map.groupBy(uses, ({ field }) => field.name.slice(CREDENTIAL.length));
}

function unknownFields({ fields, places, ...kinds }: BackSettings, ofTable: readonly string[]): SoapstoneError[] {
  const { basic, bearer, oauth1, oauth2, security } = kinds;
  const names = [basic, bearer, oauth1?.as, oauth2?.as, security?.usernameToken?.as, security?.assertion];
  const used = [...new Set([...ofTable, ...names.flatMap((as) => Object.values(as ?? {}))])];
  return [...fields.keys()]
    .filter((field) => !used.includes(field))
    .map((field) => {
      const suggestion =
        suggest(field, used) ?? (used.length === 0 ? 'the table has no fields' : `fields: ${used.join(', ')}`);
      const message = `auth: nothing sends the field "${field}" of back`;
      return new SoapstoneError('SETTINGS', message, { place: places?.get(field), suggestion });
    });
}

function misfits(
  field: string,
  source: FieldSource,
  uses: readonly FieldUse[],
  { places }: BackSettings,
): SoapstoneError[] {
  const value = typeof source === 'string' ? source : source.read();
  const use = value === undefined ? undefined : uses.find((one) => !fits(value, one.field));
  if (use === undefined) return [];
  const message = `auth: the field "${field}" of back is not of the type that the contract has in the rule ${use.rule}`;
  return [new SoapstoneError('SETTINGS', message, { place: places?.get(field) })];
}

function fits(value: string, { text }: CredentialField): boolean {
  try {
    text.fromText(value);
    return true;
  } catch (error) {
    if (error instanceof SoapstoneError) return false;
    throw error;
  }
}

function lacking(field: string, uses: readonly FieldUse[], side: 'rest' | 'soap', bridge: string): SoapstoneError[] {
  const use = uses.find((one) => one.field.neededIn.includes(side));
  if (use === undefined) return [];
  const message = `auth: the bridge ${bridge} has no value for {$credential.${field}}, which the rule ${use.rule} sends`;
  const suggestion = `add ${field} to back: { fields: … }`;
  return [new SoapstoneError('SETTINGS', message, { suggestion })];
}

/** Fields of an `auth:` that no header part or field needs: what has it is sent without it too. */
export function optionalFields({ fields, soap, rest, session }: Auth, rules: readonly MappingRule[]): string[] {
  const needed = new Set([...soap, ...rest, ...(session ? [session] : [])].flatMap((one) => one.needed));
  const inRules = usesIn(rules);
  const isNeeded = (field: string) =>
    needed.has(CREDENTIAL + field) || inRules.get(field)?.some((use) => use.field.neededIn.length > 0) === true;
  return fields.filter((field) => !isNeeded(field));
}

/** In words: what the service is not shown, since the settings have a part of it alone. Undefined where callers, or another form of it, may have the other fields. */
export function incompleteCredential({ auth, present }: BridgeSettings, table: Auth): string | undefined {
  if (auth === undefined || (auth.front.length > 0 && auth.back.pass)) return undefined;
  const isSoap = frontSide(present) === 'rest';
  const alternatives: readonly { readonly needed: readonly string[] }[] = isSoap ? table.soap : table.rest;
  const has = (name: string) => !name.startsWith(CREDENTIAL) || hasValue(auth.back.fields.get(bare(name)));
  const available = table.fields.filter((field) => has(CREDENTIAL + field));
  if (available.length === 0 || alternatives.length !== 1 || alternatives[0].needed.every(has)) return undefined;
  const lacking = alternatives[0].needed.filter((name) => !has(name)).map(bare);
  const what = isSoap
    ? `the header part ${table.soap[0].parts.map(({ element }) => element.name.local).join(', ')}`
    : `the header ${table.rest[0].fields.map(({ name }) => name).join(', ')}`;
  return `${what} is not sent: ${lacking.join(', ')} ${lacking.length === 1 ? 'has' : 'have'} no value, while ${available.join(', ')} ${available.length === 1 ? 'has' : 'have'} one`;
}

function bare(name: string): string {
  return name.slice(CREDENTIAL.length);
}

function hasValue(source: FieldSource | undefined): boolean {
  return (typeof source === 'string' ? source : source?.read()) !== undefined;
}
