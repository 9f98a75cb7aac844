// Which media type of a body a rule sends or reads.
import { child, children, type Located, nameOf } from './document.ts';
import { FORM, isFlatForm, isSimpleMultipart, MULTIPART } from './form.ts';
import type { Field } from './model.ts';
import { isFile } from './shape.ts';
import type { Types } from './types.ts';

export interface Content {
  readonly json?: Located;
  readonly otherMedia: readonly Located[];
}

const IS_JSON = /^(application\/json|[^;]*\+json|\*\/\*)\s*(;.*)?$/i;
/** Bodies in several pieces, whose type does not say how to read them without its parameters, or that do not end. */
const IN_PIECES = /^(multipart\/|text\/event-stream|application\/x-www-form-urlencoded)/i;
const ANY_OCTETS = 'application/octet-stream';

/** `at`: a request body or a response. */
export function contentOf(at: Located): Content {
  const all = children(child(at, 'content'));
  const json = all.find(([name]) => /^application\/json/i.test(name)) ?? all.find(([name]) => IS_JSON.test(name));
  return { json: json?.[1], otherMedia: all.filter((entry) => entry !== json).map(([, content]) => content) };
}

/** The first form that a rule can send. */
export function formOf(others: readonly Located[], types: Types): Located | undefined {
  const named = (media: string) => others.filter((other) => nameOf(other).toLowerCase() === media);
  return (
    named(FORM).find((form) => isFlatForm(form, types)) ??
    named(MULTIPART).find((form) => isSimpleMultipart(form, types))
  );
}

/** The first that has octets of one type, which SOAP clients send in base64. */
export function fileOf(others: readonly Located[], types: Types): Located | undefined {
  return octetsOf(others.filter((other) => isFile(types.shape(child(other, 'schema')))));
}

/** The first that can be read as octets, whatever they mean. A type with a name comes before `image/*`. */
export function octetsOf(others: readonly Located[]): Located | undefined {
  const whole = others.filter((other) => !IN_PIECES.test(nameOf(other)));
  return whole.find((other) => !nameOf(other).includes('*')) ?? whole[0];
}

/** Media type of a rule whose body is these octets. */
export function octetsMedia(content: Located): string {
  return nameOf(content).includes('*') ? ANY_OCTETS : nameOf(content);
}

export function isOctets(content: Located): boolean {
  return !IS_JSON.test(nameOf(content)) && !IN_PIECES.test(nameOf(content));
}

/** The member of a message that holds them. */
export function octetsField(name: string, required: boolean): Field {
  return { name, json: name, type: 'xs:base64Binary', min: required ? 1 : 0, max: 1, nillable: false };
}

/** Why no rule can read the response, if so: a client would get an empty success. */
export function responseProblem(success: Located | undefined): string | undefined {
  if (success === undefined) return undefined;
  const { json, otherMedia } = contentOf(success);
  if (json || otherMedia.length === 0 || octetsOf(otherMedia)) return undefined;
  return `its response is ${otherMedia.map(nameOf).join(' or ')}, which is neither JSON nor one file`;
}
