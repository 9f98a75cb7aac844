// Reads multipart/form-data (RFC 7578) as the JSON body that it stands for.

import { BodyPlace, type BodySchema } from '../../../../codec/schema/body-place.ts';
import { SoapstoneError } from '../../../../errors/errors.ts';
import type { ContentLabel } from '../../../../json/content-labels.ts';
import type { JsonLimits } from '../../../../json/limits.ts';
import { scan } from '../../../../json/tape.ts';
import { type Json, OBJECT } from '../../../../json/value.ts';
import { kindOf, stringOf } from '../../../../json/walk.ts';
import { type Part, readMultipart } from '../../../../mime/multipart.ts';
import { isUnambiguous, parametersOf } from '../../../../mime/parameters.ts';
import { isExpected, OCTETS, otherMedia } from '../../../../mime/part-media.ts';
import { uploadLength } from '../../../binary-body.ts';
import { isJson, mediaType } from '../../../media-type.ts';
import { FormFile, FormTree } from './form-tree.ts';
import { BODY_PART } from './form-writer.ts';
import { JsonPieces } from './json-pieces.ts';
import { type MemberPath, memberPath, nameOfPath } from './member-path.ts';

/** A form has a part for each field, files or not. */
const PARTS_MAX = 200;

export interface FormBounds {
  readonly limits: JsonLimits;
  /** Called before so many bytes are allocated. May throw. */
  claim(bytes: number): void;
}

/**
 * A part for a binary member is its octets, another one JSON, or a text as the schema takes it. A part of JSON whose name is
 * no member, or `$body`, has the members that no part names. Throws BAD_BODY, PAYLOAD_TOO_LARGE, JSON_*, and what `claim` throws.
 */
export function readForm(body: Uint8Array, contentType: string, schema: BodySchema, bounds: FormBounds): Uint8Array {
  if (!isUnambiguous(contentType)) throw bad('the content type of the form can be read in several ways');
  const parts = readMultipart(body, parametersOf(contentType).get('boundary'), PARTS_MAX);
  return new FormReader(schema, bounds).read(parts);
}

class FormReader {
  private readonly root: BodyPlace;
  private readonly bounds: FormBounds;
  private readonly tree = new FormTree();
  private hasBase = false;

  constructor(schema: BodySchema, bounds: FormBounds) {
    this.root = new BodyPlace(schema);
    this.bounds = bounds;
  }

  /** What is JSON comes first: parts fill its gaps. */
  read(parts: readonly Part[]): Uint8Array {
    const named = parts.map((part, i) => ({ part, name: nameOf(part, i + 1) }));
    for (const { part, name } of named) if (this.isBase(part, name)) this.base(part, name);
    for (const { part, name } of named) if (!this.isBase(part, name)) this.member(part, this.pathOf(name));
    const pieces = new JsonPieces();
    this.tree.write(pieces);
    this.bounds.claim(uploadLength(pieces.length));
    return pieces.joined();
  }

  private isBase(part: Part, name: string): boolean {
    if (name === BODY_PART) return true;
    return isJsonPart(part) && this.root.member(name) === undefined && !/[.[]/.test(name);
  }

  private base(part: Part, name: string): void {
    if (this.hasBase)
      throw bad(`the part "${name}" is the second of JSON whose name is no member: send its members in one part`);
    this.hasBase = true;
    const value = this.json(part, name);
    if (kindOf(value) !== OBJECT)
      throw bad(`the part "${name}" is no JSON object: its name is no member, so it must have the members of the body`);
    this.tree.addAll(value);
  }

  /** A member may have a name that looks like a path. */
  private pathOf(name: string): MemberPath {
    return this.root.member(name) === undefined ? memberPath(name) : [name];
  }

  private member(part: Part, path: MemberPath): void {
    const place = path.reduce<BodyPlace | undefined>(
      (outer, step) => (typeof step === 'number' ? outer?.item() : outer?.member(step)),
      this.root,
    );
    if (isJsonPart(part))
      return this.tree.put(path, this.json(part, nameOfPath(path)), place?.isList === true && !this.isWholeList(part));
    const item = place?.isList ? place.item() : place;
    if (item?.isBinary) checkType(item.contentType, labelOf(part, path));
    if (item?.member('$value')?.isBinary && !place?.isList) return this.file(part, path, item);
    this.tree.put(
      path,
      item?.isBinary ? this.fileOf(part, path) : textOf(part, nameOfPath(path), item),
      place?.isList === true,
    );
  }

  /** Content with attributes: they say what its part says. */
  private file(part: Part, path: MemberPath, place: BodyPlace): void {
    this.tree.put([...path, '$value'], this.fileOf(part, path), false);
    const fileName = fieldOf(part, 'filename');
    if (place.member('@fileName') && fileName !== '') this.tree.put([...path, '@fileName'], stringOf(fileName), false);
    const key = ['@contentType', '@xmime:contentType'].find((one) => place.member(one) !== undefined);
    if (key !== undefined && part.media !== '') this.tree.put([...path, key], stringOf(part.media), false);
  }

  private isWholeList(part: Part): boolean {
    return Buffer.from(part.content).toString('latin1').trimStart().startsWith('[');
  }

  private fileOf(part: Part, path: MemberPath): FormFile {
    return new FormFile(this.octets(part, nameOfPath(path)), labelOf(part, path));
  }

  private octets(part: Part, name: string): Uint8Array {
    if (part.memoryNeed > 0) this.bounds.claim(part.memoryNeed);
    return ofPart(name, () => part.content);
  }

  private json(part: Part, name: string): Json {
    const content = this.octets(part, name);
    return ofPart(name, () => scan(content, this.bounds.limits));
  }
}

/** What `read` throws names the part. */
function ofPart<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SoapstoneError)) throw error;
    throw new SoapstoneError(error.code, `the part "${name}": ${error.message}`, { ...error, cause: error });
  }
}

function labelOf(part: Part, path: MemberPath): ContentLabel {
  const fileName = fieldOf(part, 'filename') || undefined;
  return { media: part.media, fileName, place: `the part "${nameOfPath(path)}"` };
}

/** A part that says nothing, or no more than that it is octets, may be of any type. */
function checkType(expected: string | undefined, label: ContentLabel): void {
  const { type } = mediaType(label.media);
  if (type !== '' && type !== OCTETS && !isExpected(expected, type)) throw otherMedia(expected!, label);
}

function isJsonPart({ media }: Part): boolean {
  return isJson(mediaType(media).type);
}

const NUMBER_OR_BOOLEAN = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;

/** A field is a text; a number where the body has numbers alone. */
function textOf(part: Part, name: string, place: BodyPlace | undefined): Json {
  const charset = mediaType(part.media).charset ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8')
    throw bad(`the part "${name}" says another charset: fields of a form must be UTF-8`);
  const content = ofPart(name, () => part.content);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw bad(`the part "${name}" is not in UTF-8`);
  }
  const isLiteral = place?.takesText === false && NUMBER_OR_BOOLEAN.test(text);
  return isLiteral ? scan(Buffer.from(text)) : stringOf(text);
}

/** `number`: of the part, from 1. */
function nameOf(part: Part, number: number): string {
  const name = fieldOf(part, 'name');
  if (name === '')
    throw bad(`part ${number} of the form has no name: each has one, as Content-Disposition: form-data; name="…"`);
  return name;
}

/** A parameter of the disposition; '' for none. Browsers write what would end it with percent signs (HTML Standard §4.10.21.8). */
function fieldOf({ disposition }: Part, parameter: 'name' | 'filename'): string {
  const isFormData = /^form-data\s*(?:;|$)/i.test(disposition) && isUnambiguous(disposition);
  const value = isFormData ? parametersOf(disposition).get(parameter) : undefined;
  const text = Buffer.from(value ?? '', 'latin1').toString();
  return text.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));
}

function bad(message: string): SoapstoneError {
  return new SoapstoneError('BAD_BODY', message);
}
