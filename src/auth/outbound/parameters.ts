// Header parts of SOAP requests, and header fields of REST requests, that are filled from a credential.

import type { Operation } from '../../contract/model/contract.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import type { Alternative, Auth, ShownPart } from '../../mapping/model/auth.ts';
import type { Rule } from '../../rule/rule.ts';
import { clark } from '../../xml/reader/names.ts';
import type { CallValues } from '../settings/values.ts';
import type { Applier } from './applier.ts';

/** Writes the first alternative whose required fields all have values, or nothing. */
export function showParts({ soap }: Auth): Applier {
  const fitting = new WeakMap<Rule, readonly Alternative[]>();
  const of = (rule: Rule) => {
    let alternatives = fitting.get(rule);
    if (!alternatives)
      fitting.set(
        rule,
        (alternatives = soap.map((alternative) => within(alternative, rule)).filter(({ parts }) => parts.length > 0)),
      );
    return alternatives;
  };
  return (values, draft, { rule }) => {
    const chosen = of(rule).find((alternative) => isComplete(alternative, values));
    for (const part of chosen?.parts ?? []) draft.blocks.push(writePart(part, values));
  };
}

export function showFields({ rest }: Auth): Applier {
  return (values, draft) => {
    const chosen = rest.find((alternative) => isComplete(alternative, values));
    for (const { name, parts } of chosen?.fields ?? []) {
      const text = values.text(parts);
      if (text !== undefined) draft.fields.push(name, fieldValue(text, name));
    }
  };
}

/** Header fields carry visible ASCII; other characters could begin another field. */
export function fieldValue(text: string, name: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  throw new SoapstoneError('CREDENTIAL', `the credential has a character that the header ${name} does not allow`);
}

/** The alternative with the parts that the operation has and the rule does not write itself. */
export function within(alternative: Alternative, { operation, request }: Rule): Alternative {
  const ruleHeaders = new Set(request.soap.headers.map(({ part }) => clark(part.element.name)));
  const parts = alternative.parts.filter(
    (part) => takes(operation, part) && !ruleHeaders.has(clark(part.element.name)),
  );
  return { ...alternative, parts };
}

function takes({ input }: Operation, { element }: ShownPart): boolean {
  return input.headers.some((part) => clark(part.element.name) === clark(element.name));
}

function isComplete({ needed }: { readonly needed: readonly string[] }, values: CallValues): boolean {
  return needed.every((name) => values.of(name) !== undefined);
}

/** The codec's error message could quote the value, so it is replaced. */
function writePart(part: ShownPart, values: CallValues): Uint8Array {
  try {
    return part.write(values.of);
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    throw new SoapstoneError('CREDENTIAL', `the credential does not fit the header part ${part.element.name.local}`);
  }
}

/** RFC 7617 §2: the user has no colon. In UTF-8. Adds nothing for a credential without these fields. */
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
