// Writes a JSON body whose binary members are parts beside it: multipart/form-data (RFC 7578) or multipart/mixed (RFC 2046 §5.1.3).

import { BodyPlace, type BodySchema } from '../../../../codec/schema/body-place.ts';
import type { LabelOf } from '../../../../json/attachment-labels.ts';
import { jsonString } from '../../../../json/text.ts';
import { ARRAY, type Json, json, OBJECT, STRING } from '../../../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../../../json/walk.ts';
import { newBoundary, type WrittenPart, writeMultipart } from '../../../../mime/multipart-writer.ts';
import { fieldMedia, OCTETS, specificMedia } from '../../../../mime/part-media.ts';
import { JsonPieces } from './json-pieces.ts';
import { type MemberPath, nameOfPath } from './member-path.ts';

export type FormMedia = 'multipart/form-data' | 'multipart/mixed';

/** Name of the part that has all other members: no member has it. */
export const BODY_PART = '$body';

export interface WrittenForm {
  /** With the boundary. */
  readonly media: string;
  readonly body: Uint8Array;
}

/** The part of JSON comes first and has null where a part has the content; names of parts are paths. `labelOf`: what the service said of a content. */
export function writeForm(body: Uint8Array, media: FormMedia, schema: BodySchema, labelOf: LabelOf): WrittenForm {
  const writer = new FormWriter(media, labelOf);
  const rest = new JsonPieces();
  writer.write(json(body), new BodyPlace(schema), [], rest);
  const head = [
    ...(media === 'multipart/mixed' ? [] : [disposition('form-data', BODY_PART)]),
    'Content-Type: application/json',
  ];
  const boundary = newBoundary();
  const parts = [{ head, content: [rest.joined()] }, ...writer.parts];
  return { media: `${media}; boundary=${boundary}`, body: writeMultipart(boundary, parts) };
}

/** What a file says of itself in the message, and the media type that its contract expects. */
interface FileFields {
  readonly media?: string;
  readonly fileName?: string;
  readonly expected?: string;
}

class FormWriter {
  readonly parts: WrittenPart[] = [];
  private readonly kind: 'form-data' | 'attachment';
  private readonly labelOf: LabelOf;

  constructor(media: FormMedia, labelOf: LabelOf) {
    this.labelOf = labelOf;
    this.kind = media === 'multipart/mixed' ? 'attachment' : 'form-data';
  }

  /** `out`: gets the value without the contents that are parts. */
  write(value: Json, place: BodyPlace | undefined, path: MemberPath, out: JsonPieces): void {
    const kind = kindOf(value);
    if (kind === STRING && place?.isBinary) {
      out.text('null');
      this.part(value, path, { expected: place.contentType });
    } else if (kind === OBJECT && place?.holdsBinary()) this.object(value, place, path, out);
    else if (kind === ARRAY && place?.holdsBinary()) this.list(value, place, path, out);
    else out.text(value.bytes.subarray(value.start, value.end));
  }

  private object(value: Json, place: BodyPlace, path: MemberPath, out: JsonPieces): void {
    let separator = '{';
    for (const [key, item] of membersOf(value)) {
      out.text(separator);
      out.text(jsonString(key));
      out.text(':');
      if (key === '$value' && place.member(key)?.isBinary) this.file(value, item, path, place, out);
      else this.write(item, place.member(key), [...path, key], out);
      separator = ',';
    }
    out.text(separator === '{' ? '{}' : '}');
  }

  private list(value: Json, place: BodyPlace, path: MemberPath, out: JsonPieces): void {
    out.text('[');
    for (const [i, item] of itemsOf(value).entries()) {
      if (i > 0) out.text(',');
      this.write(item, place.item(), [...path, i], out);
    }
    out.text(']');
  }

  /** Content with attributes: its part has the name of the whole. */
  private file(object: Json, value: Json, path: MemberPath, place: BodyPlace, out: JsonPieces): void {
    out.text('null');
    const textAt = (key: string) => {
      const found = member(object, key);
      return found && scalarText(found);
    };
    const media = textAt('@contentType') ?? textAt('@xmime:contentType');
    const expected = place.member('$value')?.contentType;
    this.part(value, path.length === 0 ? ['$value'] : path, { media, expected, fileName: textAt('@fileName') });
  }

  private part(value: Json, path: MemberPath, { media, expected, fileName }: FileFields): void {
    const base64 = value.bytes.subarray(value.start + 1, value.end - 1);
    const name = nameOfPath(path);
    const label = this.labelOf(base64);
    const type = fieldMedia(media) ?? specificMedia(label?.media) ?? fieldMedia(expected) ?? OCTETS;
    const head = [
      `${disposition(this.kind, name)}; filename="${quoted(fileName ?? label?.fileName ?? name)}"`,
      `Content-Type: ${type}`,
    ];
    this.parts.push({ head, content: [{ base64 }] });
  }
}

function disposition(kind: string, name: string): string {
  return `Content-Disposition: ${kind}; name="${quoted(name)}"`;
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
