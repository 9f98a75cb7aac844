// Media types of parts: which one a part says.
import { SoapstoneError } from '../errors/errors.ts';

/** With parameters that need no quotes. */
const FIELD = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;
export const OCTETS = 'application/octet-stream';

/** The media type as far as a field of a part can hold it; undefined: it is none. */
export function fieldMedia(media: string | undefined): string | undefined {
  if (media === undefined || FIELD.test(media)) return media;
  const type = bare(media);
  return FIELD.test(type) ? type : undefined;
}

/** The same; undefined too where it says no more than that there are octets. */
export function specificMedia(media: string | undefined): string | undefined {
  const field = fieldMedia(media);
  return field === undefined || bare(field) === OCTETS ? undefined : field;
}

/**
 * `expected`: types and ranges as an Accept field has them (Describing Media Content of Binary Data in XML §2.2); undefined: any. `senderMedia`: what the
 * sender says. `element`: local name, for the error. What the sender says; where it says nothing, the one type that is expected, or octets. Throws UNSUPPORTED_MEDIA_TYPE for a type that is not expected.
 */
export function partMedia(expected: string | undefined, senderMedia: string | undefined, element?: string): string {
  const ranges = (expected ?? '*/*').split(',').map(bare);
  const senderField = specificMedia(senderMedia);
  if (senderField !== undefined && ranges.some((range) => covers(range, bare(senderField)))) return senderField;
  if (senderField !== undefined) throw otherMedia(expected!, element);
  return (ranges.length === 1 && !ranges[0].includes('*') && fieldMedia(ranges[0])) || OCTETS;
}

/** `expected`: what it must be. `element`: that has it. */
export function otherMedia(expected: string, element?: string): SoapstoneError {
  const name = element === undefined ? '' : ` "${element}"`;
  const message = `the attachment${name} must be ${expected}, and say so`;
  return new SoapstoneError('UNSUPPORTED_MEDIA_TYPE', message, { safeMessage: message });
}

function covers(range: string, type: string): boolean {
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

function bare(media: string): string {
  return media.split(';', 1)[0].trim().toLowerCase();
}
