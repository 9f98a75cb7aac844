// A body that is octets: what the service said of them, as header fields of the response.
import { labelsIn } from '../../../json/attachment-labels.ts';
import { fileDisposition } from '../../../mime/file-name.ts';
import { isExpected, OCTETS, specificMedia } from '../../../mime/part-media.ts';
import type { Bindings, RestResponseParts, RestResponsePattern } from '../../../rule/pattern.ts';

export interface OctetHead {
  readonly media: string;
  /** Flat list of names and values. */
  readonly fields: readonly string[];
}

/**
 * `content`: a JSON string in base64. A file name becomes a Content-Disposition, unless the rule writes one. Where the rule takes any type, the service's own
 * is that of the response if the contract names it: browsers save it, and run nothing.
 */
export function octetHead(
  { expectedMedia }: Pick<RestResponsePattern, 'expectedMedia'>,
  { media, headers }: Pick<RestResponseParts, 'media' | 'headers'>,
  content: Uint8Array,
  bindings: Bindings,
): OctetHead {
  const label = labelsIn(bindings)(content.subarray(1, -1));
  const isWritten = Object.keys(headers).some((name) => name.toLowerCase() === 'content-disposition');
  if (label === undefined || isWritten) return { media, fields: [] };
  const type = media === OCTETS && expectedMedia !== undefined ? specificMedia(label.media) : undefined;
  const isPassedOn = type !== undefined && isExpected(expectedMedia, type);
  if (!isPassedOn && label.fileName === undefined) return { media, fields: [] };
  return { media: isPassedOn ? type : media, fields: ['content-disposition', fileDisposition(label.fileName)] };
}
