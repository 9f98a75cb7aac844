// Writes a JSON body whose binary members are parts beside it: multipart/form-data (RFC 7578) or multipart/mixed (RFC 2046 §5.1.3).

import { BodyPlace, type BodySchema } from '../../../../codec/schema/body-place.ts';
import { jsonString } from '../../../../json/text.ts';
import { ARRAY, type Json, json, OBJECT, STRING } from '../../../../json/value.ts';
import { itemsOf, kindOf, member, membersOf, scalarText } from '../../../../json/walk.ts';
import { newBoundary, type WrittenPart, writeMultipart } from '../../../../mime/multipart-writer.ts';
import { fieldMedia, OCTETS } from '../../../../mime/part-media.ts';
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

/** The part of JSON comes first and has null where a part has the content; names of parts are paths. */
export function writeForm(body: Uint8Array, media: FormMedia, schema: BodySchema): WrittenForm {
  const writer = new FormWriter(media);
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

class FormWriter {
  readonly parts: WrittenPart[] = [];
  private readonly kind: 'form-data' | 'attachment';

  constructor(media: FormMedia) {
    this.kind = media === 'multipart/mixed' ? 'attachment' : 'form-data';
  }

  /** `out`: gets the value without the contents that are parts. */
  write(value: Json, place: BodyPlace | undefined, path: MemberPath, out: JsonPieces): void {
    const kind = kindOf(value);
    if (kind === STRING && place?.isBinary) {
      out.text('null');
      this.part(value, path, place.contentType);
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
    const media = textAt('@contentType') ?? textAt('@xmime:contentType') ?? place.member('$value')?.contentType;
    this.part(value, path.length === 0 ? ['$value'] : path, media, textAt('@fileName'));
  }

  private part(value: Json, path: MemberPath, media = OCTETS, fileName?: string): void {
    const name = nameOfPath(path);
    const head = [
      `${disposition(this.kind, name)}; filename="${quoted(fileName ?? name)}"`,
      `Content-Type: ${fieldMedia(media) ?? OCTETS}`,
    ];
    this.parts.push({ head, content: [{ base64: value.bytes.subarray(value.start + 1, value.end - 1) }] });
  }
}

function disposition(kind: string, name: string): string {
  return `Content-Disposition: ${kind}; name="${quoted(name)}"`;
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
