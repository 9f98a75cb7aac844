// OpenAPI files as plain values: what a `$ref` in them means. Knows nothing about what the values say.
import { dirname, join } from 'node:path';
import { Problems, SoapstoneError } from '../../errors/errors.ts';
import { readFileBounded } from '../../file/read-file.ts';
import { parseYaml, type YamlNode } from '../../mapping/syntax/yaml.ts';

/** A value with its place: file as given, JSON pointer (RFC 6901) inside it. */
export interface Located {
  readonly value: unknown;
  readonly file: string;
  readonly pointer: string;
}

/** A JSON object. Names in it come from the file: only `propertyOf` looks them up. */
export type Plain = Readonly<Record<string, unknown>>;

/** Largest file in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longest chain of references. */
const MOST_STEPS = 100;

export class Documents {
  private readonly files: Map<string, unknown>;

  /** `read`: documents by path or URL. Others are read from files when they are needed; nothing is fetched. */
  constructor(read: ReadonlyMap<string, unknown> = new Map()) {
    this.files = new Map(read);
  }

  /** The whole of a file. Throws Problems. */
  open(file: string): Located {
    if (!this.files.has(file)) this.files.set(file, parse(readText(file), file));
    return { value: this.files.get(file), file, pointer: '' };
  }

  /** The target of the `$ref` in `at`, followed through further references; undefined if it cannot be resolved. */
  resolve(at: Located): Located | undefined {
    let target: Located | undefined = at;
    for (let n = 0; n < MOST_STEPS && target; n++) {
      const ref = propertyOf(target.value, '$ref');
      if (typeof ref !== 'string') return target;
      target = this.target(ref, target.file);
    }
    return undefined;
  }

  private target(ref: string, from: string): Located | undefined {
    const [path, pointer = ''] = ref.split('#');
    const file = path === '' ? from : referenced(path, from);
    // A document of the network leads to no file of this machine.
    if (file === undefined || (isUrl(file) && !this.files.has(file))) return undefined;
    try {
      const document = this.open(file);
      return pointer === '' ? document : follow(document, pointer);
    } catch (e) {
      if (e instanceof Problems && path !== '') return undefined;
      throw e;
    }
  }
}

export function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** Path or URL of the document that a `$ref` in `from` means, without fragment; undefined: a file does not refer to URLs. */
export function referenced(path: string, from: string): string | undefined {
  if (isUrl(from)) return URL.parse(path, from)?.href;
  return isUrl(path) ? undefined : join(dirname(from), decode(path));
}

/** An own property of an object; undefined for other values. */
export function propertyOf(value: unknown, name: string): unknown {
  return isPlain(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function placeOf({ file, pointer }: Located): string {
  return `${file}#${pointer}`;
}

/** The last step of its pointer: the name of a schema under `components`, of a media type under `content`. */
export function nameOf({ pointer }: Pick<Located, 'pointer'>): string {
  return unescaped(pointer.slice(pointer.lastIndexOf('/') + 1));
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The member `name` of `at`. */
export function child(at: Located, name: string | number): Located {
  const value = Array.isArray(at.value) ? at.value[Number(name)] : propertyOf(at.value, String(name));
  const step = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
  return { value, file: at.file, pointer: `${at.pointer}/${step}` };
}

/** The members of an object or the items of a list, with their places. */
export function children(at: Located): [string, Located][] {
  const names = Array.isArray(at.value)
    ? at.value.map((_, i) => String(i))
    : isPlain(at.value)
      ? Object.keys(at.value)
      : [];
  return names.map((name) => [name, child(at, name)]);
}

function follow(document: Located, pointer: string): Located | undefined {
  let at = document;
  for (const step of decode(pointer).split('/').slice(1)) {
    at = child(at, unescaped(step));
    if (at.value === undefined) return undefined;
  }
  return at;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** JSON or YAML as plain values. Throws Problems. */
export function parse(text: string, file: string): unknown {
  if (/^\s*</.test(text)) throw new Problems([notXml(file, text)]);
  // JSON is YAML too, but JSON.parse is many times faster on large files.
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML in flow style, or a mistake: the YAML parser reports its position.
    }
  }
  return plain(parseYaml(text, file));
}

function notXml(file: string, text: string): SoapstoneError {
  const isContract = /<(?:\w+:)?(?:definitions|schema)[\s>]/.test(text.slice(0, 4096));
  const message = isContract
    ? 'this is a WSDL or a schema, not an OpenAPI description'
    : 'this is XML or HTML, not an OpenAPI description';
  const suggestion = isContract ? `for that: soapstone init ${file}` : 'OpenAPI is JSON or YAML';
  return new SoapstoneError('OPENAPI_SHAPE', message, { place: { file, line: 1, col: 1 }, suggestion });
}

/** Throws Problems. */
export function readText(file: string): string {
  try {
    const bytes = readFileBounded(file, { maxBytes: MOST_BYTES, pipes: true, silence: 60_000 });
    if (bytes.length > MOST_BYTES) throw new SoapstoneError('OPENAPI_READ', `${file} has ${bytes.length} bytes`);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch (e) {
    if (e instanceof SoapstoneError) throw new Problems([e]);
    throw new Problems([
      new SoapstoneError('OPENAPI_READ', `cannot read ${file}: ${(e as NodeJS.ErrnoException).code}`),
    ]);
  }
}

function plain(node: YamlNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  const object: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.entries) object[key] = plain(value);
  return object;
}

export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
