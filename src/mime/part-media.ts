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

/** What the sender of a content says of it. */
interface SenderLabel {
  /** Its media type; '' for none. */
  readonly media: string;
  readonly fileName?: string;
  /** Where it stands, in words: `the body`, `the part "scan"`. */
  readonly place?: string;
}

/**
 * `expected`: types and ranges as an Accept field has them (Describing Media Content of Binary Data in XML §2.2); undefined: any. `element`: local name,
 * for the error. What the sender says; where it says nothing, the one type that is expected, or octets. Throws UNSUPPORTED_MEDIA_TYPE for a type that is not expected.
 */
export function partMedia(expected: string | undefined, label: SenderLabel | undefined, element?: string): string {
  const senderField = specificMedia(label?.media);
  if (senderField === undefined) return soleType(expected) ?? OCTETS;
  if (isExpected(expected, senderField)) return senderField;
  throw otherMedia(expected!, label!, element);
}

function soleType(expected: string | undefined): string | undefined {
  const [range, another] = rangesOf(expected ?? '*/*');
  return another === undefined && !range.includes('*') ? fieldMedia(range) : undefined;
}

/** `expected`: what it must be. `label`: has a media type. `element`: that has the content. Logs get no word of the sender. */
export function otherMedia(
  expected: string,
  { media, fileName, place }: SenderLabel,
  element?: string,
): SoapstoneError {
  const attachment = `the attachment${element === undefined ? '' : ` "${element}"`}`;
  const file = fileName === undefined ? '' : ` (file "${fileName.replace(/[\p{Cc}"]/gu, '')}")`;
  const field = fieldMedia(media);
  const sent = field === undefined ? 'of no valid media type' : bare(field);
  return new SoapstoneError(
    'UNSUPPORTED_MEDIA_TYPE',
    `${place ?? attachment}${file} is ${sent}, and must be ${expected}`,
    {
      safeMessage: `${attachment} must be ${expected}`,
    },
  );
}

/** Is it a media type, neither a range nor a list? */
export function isOneType(media: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(bare(media)) && !media.includes(',');
}

/** May a content of this type stand where these are expected? Octets are any. */
export function isExpected(expected: string | undefined, type: string): boolean {
  return rangesOf(expected ?? '*/*').some((range) => covers(range, bare(type)));
}

/** May a content be of both? Each: types and ranges with commas between them. */
export function overlap(one: string, another: string): boolean {
  const ranges = rangesOf(another);
  return rangesOf(one).some((range) => ranges.some((other) => meets(range, other)));
}

function meets(one: string, another: string): boolean {
  return covers(one, another) || covers(another, one);
}

function covers(range: string, type: string): boolean {
  return (
    range === '*/*' ||
    range === OCTETS ||
    range === type ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}

function rangesOf(list: string): readonly string[] {
  return list.split(',').map(bare);
}

function bare(media: string): string {
  return media.split(';', 1)[0].trim().toLowerCase();
}
