// The documents of one contract, by location.
import { SoapstoneError } from '../../errors/errors.ts';
import type * as steps from '../../event-loop/time-slices.ts';
import { treeSteps } from '../../xml/read-tree.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { withoutDocumentType } from './document-type.ts';
import { contractLimits } from './limits.ts';
import { isRefusal, type ReadResult, type Refusal } from './location.ts';
import type { Report } from './report.ts';

/** A document that was read. Two files with the same bytes are one document. */
export interface Loaded {
  readonly file: string;
  readonly root: XmlElement;
  readonly bytes: Uint8Array;
}

/** Asks for the bytes of a location: the same code reads files synchronously and URLs asynchronously. */
export type Asking<T> = steps.Asking<T, string, ReadResult>;

type NearbyFile = readonly [name: string, bytes: Uint8Array];

const NAMESPACE = /\b(?:xmlns(?::[^\s=]+)?|(?:targetN|n)amespace)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function* byNamespace(files: ReadonlyMap<string, Uint8Array>): steps.Steps<Map<string, NearbyFile[]>> {
  const all = new Map<string, NearbyFile[]>();
  for (const file of files) {
    yield;
    const text = Buffer.from(file[1].buffer, file[1].byteOffset, file[1].length).toString();
    const namespaces = new Set(Array.from(text.matchAll(NAMESPACE), ([, quoted, single]) => quoted ?? single));
    for (const ns of namespaces) {
      const others = all.get(ns);
      if (others) others.push(file);
      else all.set(ns, [file]);
    }
  }
  return all;
}

/** The documents of one contract, each read and parsed once. */
export class Library {
  private readonly files: ReadonlyMap<string, Uint8Array>;
  private readonly report: Report;
  private readonly nearby: () => ReadonlyMap<string, Uint8Array>;
  private readonly byLocation = new Map<string, Loaded | Refusal>();
  private readonly bySize = new Map<number, Loaded[]>();
  /** Read at the first need: a contract may have thousands of imports that lead nowhere. */
  private nearbyByNamespace: ReadonlyMap<string, readonly NearbyFile[]> | undefined;
  private filesLeft = contractLimits.files;
  private bytesLeft = contractLimits.bytes;

  /** `nearby`: further files, for imports that are not found. */
  constructor(files: ReadonlyMap<string, Uint8Array>, report: Report, nearby: () => ReadonlyMap<string, Uint8Array>) {
    this.files = files;
    this.report = report;
    this.nearby = nearby;
  }

  *load(location: string): Asking<Loaded | Refusal> {
    const cached = this.byLocation.get(location);
    if (cached) return cached;
    const answer = this.files.get(location) ?? ((yield location) as ReadResult);
    const result = isRefusal(answer) ? answer : yield* this.read(location, answer);
    this.byLocation.set(location, result);
    return result;
  }

  /** Documents read so far, used or not. */
  loaded(): Loaded[] {
    return [...this.bySize.values()].flat();
  }

  /** All given files, in order. */
  *all(): Asking<Loaded[]> {
    const loaded: Loaded[] = [];
    for (const name of this.files.keys()) {
      const result = yield* this.load(name);
      if (!isRefusal(result)) loaded.push(result);
    }
    return loaded;
  }

  /** Given files, and nearby ones that name `ns` as a namespace. */
  *mentioning(ns: string): Asking<Loaded[]> {
    const loaded = yield* this.all();
    this.nearbyByNamespace ??= yield* byNamespace(this.nearby());
    for (const [name, bytes] of this.nearbyByNamespace.get(ns) ?? []) {
      if (this.byLocation.has(name)) continue;
      const result = yield* this.read(name, bytes, false);
      if (!isRefusal(result)) loaded.push(result);
    }
    return loaded;
  }

  private *read(file: string, source: Uint8Array, isRequested = true): steps.Steps<Loaded | Refusal> {
    const bytes = this.plain(file, source, isRequested);
    if (isRefusal(bytes)) return bytes;
    const alike = this.bySize.get(bytes.length) ?? [];
    const same = alike.find((loaded) => Buffer.compare(loaded.bytes, bytes) === 0);
    if (same) return same;
    this.countIn(file, bytes);
    try {
      const loaded = { file, root: yield* this.tree(file, bytes), bytes };
      this.bySize.set(bytes.length, [...alike, loaded]);
      return loaded;
    } catch (e) {
      return this.refuse(e, isRequested);
    }
  }

  private plain(file: string, source: Uint8Array, isRequested: boolean): Uint8Array | Refusal {
    try {
      return withoutDocumentType(source, file);
    } catch (e) {
      return this.refuse(e, isRequested);
    }
  }

  /** A requested file that is not XML is a problem, needed or not. */
  private refuse(e: unknown, isRequested: boolean): Refusal {
    if (!(e instanceof SoapstoneError)) throw e;
    const { message, place, suggestion } = e;
    const problem = new SoapstoneError('CONTRACT_SYNTAX', message, { place, cause: e, suggestion });
    if (isRequested) this.report.keep(problem);
    return { code: 'CONTRACT_SYNTAX', reason: message, problem };
  }

  /** @throws SoapstoneError for a file of another kind, which a reader of XML has no words for. */
  private *tree(file: string, bytes: Uint8Array): steps.Steps<XmlElement> {
    const kind = kindOf(bytes);
    if (kind === undefined) return yield* treeSteps(bytes, file);
    throw new SoapstoneError('CONTRACT_SYNTAX', `${kind.is}, not a WSDL or a schema; ${kind.instead(file)}`, {
      place: { file, line: 1, col: 1 },
    });
  }

  private countIn(file: string, bytes: Uint8Array): void {
    this.filesLeft--;
    this.bytesLeft -= bytes.length;
    const place = { file, line: 1, col: 1 };
    if (this.filesLeft < 0)
      throw new SoapstoneError('CONTRACT_READ', `a contract may have ${contractLimits.files} files`, { place });
    if (this.bytesLeft < 0)
      throw new SoapstoneError('CONTRACT_READ', `a contract may have ${contractLimits.bytes} bytes`, { place });
  }
}

interface OtherKind {
  readonly is: string;
  instead(file: string): string;
}

const NAME_IT = 'name the WSDL file, its folder or its URL, such as http://host/service?wsdl';

/** What the first bytes of JSON and YAML say; undefined where the file may be XML. */
function kindOf(bytes: Uint8Array): OtherKind | undefined {
  const start = Buffer.from(bytes.subarray(0, 4096))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^(?:\{[\s\S]*?)?["']?(?:openapi|swagger)["']?\s*:/m.test(start) && !start.startsWith('<'))
    return { is: 'this is an OpenAPI description', instead: (file) => `for that: soapstone wsdl --openapi ${file}` };
  if (/^(?:#.*\s+)*soapstone\s*:/.test(start))
    return { is: 'this is a mapping', instead: () => 'for that: --mapping, and the folder that holds it' };
  if (/^[{[]/.test(start)) return { is: 'this is JSON', instead: () => NAME_IT };
  if (/^<\?(?:php\b|=)/.test(start)) return { is: 'this is a program in PHP', instead: () => NAME_IT };
  return /^[\w#/]/.test(start) ? { is: 'this is no XML', instead: () => NAME_IT } : undefined;
}
