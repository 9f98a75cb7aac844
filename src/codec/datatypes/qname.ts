// QName and NOTATION (XML Schema Part 2 §3.2.18, §3.2.19): a prefix in XML, Clark notation in JSON.
import type { ByteBuffer } from '../../bytes/buffer.ts';
import type { SimpleType } from '../../contract/model/model.ts';
import { appendJsonString, utf8 } from '../../json/text.ts';
import { STRING, type Tape } from '../../json/value.ts';
import { kindAt } from '../../json/walk.ts';
import { clark, parseClark, type QName } from '../../xml/reader/names.ts';
import type { NameScope, NameWriter, ValueCodec } from './codec.ts';
import { colonAt, isNCName } from './name-text.ts';
import { Enumeration, type Patterns, patternsOf } from './restriction.ts';
import { Slice, trimEnd, trimStart } from './text-slice.ts';
import { label } from './type-kind.ts';
import { invalidFacet, notOfType, type Problem, quoteValue, raiseAny, wrongKind } from './value-problem.ts';

/** For text outside of XML (paths, headers), where names are in Clark notation on both sides. */
export const clarkScope: NameScope = { resolve: () => undefined };
export const clarkWriter: NameWriter = { prefixFor: () => '' };

const slice = new Slice();

export class QNameCodec implements ValueCodec {
  readonly plain = false;
  private readonly label: string;
  private readonly patterns: Patterns | undefined;
  private readonly enumeration: Enumeration | undefined;

  constructor(type: SimpleType) {
    this.label = label(type);
    this.patterns = patternsOf(type);
    this.enumeration = enumerationOf(type);
  }

  tryDecode(
    input: Uint8Array,
    start: number,
    end: number,
    out: ByteBuffer,
    scope: NameScope,
    lenient: boolean,
  ): Problem | undefined {
    const from = trimStart(input, start, end);
    const to = trimEnd(input, from, end);
    const name = read(input, from, to, scope);
    if (name === undefined) return this.unreadable(input, from, to, scope);
    const text = clark(name);
    const bytes = Buffer.from(text);
    out.push(0x22);
    appendJsonString(bytes, 0, bytes.length, out);
    out.push(0x22);
    return lenient ? undefined : (this.enumeration?.check(text) ?? this.patterns?.check(input, from, to));
  }

  encode(tape: Tape, node: number, out: ByteBuffer, _attribute: boolean, names: NameWriter): void {
    raiseAny(this.tryWrite(tape, node, out, names));
  }

  /** A name without namespace has no prefix, so it requires that no default namespace is in scope. */
  tryWrite(tape: Tape, node: number, out: ByteBuffer, names: NameWriter): Problem | undefined {
    if (kindAt(tape, node) !== STRING) return wrongKind(tape, node, 'a string', this.label);
    slice.read(tape, node);
    const { bytes, start, end } = slice;
    const name = readClark(bytes, start, end);
    if (name === undefined) return notOfType(bytes, start, end, `${this.label} in the form {namespace}name`);
    const problem = this.enumeration?.check(clark(name));
    if (problem !== undefined) return problem;
    const mark = out.length;
    out.appendText(lexicalForm(name, names));
    return this.patterns?.check(out.bytes, mark, out.length);
  }

  key(input: Uint8Array, start: number, end: number, scope: NameScope, lenient: boolean): string | undefined {
    const from = trimStart(input, start, end);
    const name = read(input, from, trimEnd(input, from, end), scope);
    if (name === undefined || (!lenient && this.enumeration?.check(clark(name)) !== undefined)) return undefined;
    return `name ${clark(name)}`;
  }

  private unreadable(bytes: Uint8Array, start: number, end: number, scope: NameScope): Problem {
    const colon = colonAt(bytes, start, end);
    const undeclared = colon > 0 && scope.resolve(utf8(bytes, start, colon)) === undefined;
    if (!undeclared || !isNCName(bytes, start, colon)) return notOfType(bytes, start, end, this.label);
    return { code: 'CODEC_TYPE', message: `the prefix of ${quoteValue(bytes, start, end)} is not declared` };
  }
}

/** Values in Clark notation: resolved by the loader, since the prefixes are those of the schema file. */
function enumerationOf(type: SimpleType): Enumeration | undefined {
  const { enumeration, enumerationNames } = type.facets;
  if (enumeration === undefined) return undefined;
  if (enumerationNames === undefined) throw invalidFacet('enumerated names without their namespaces');
  return new Enumeration(new Set(enumerationNames), enumerationNames);
}

function read(bytes: Uint8Array, start: number, end: number, scope: NameScope): QName | undefined {
  if (scope === clarkScope) return readClark(bytes, start, end);
  const colon = colonAt(bytes, start, end);
  const localStart = colon < 0 ? start : colon + 1;
  if (!isNCName(bytes, localStart, end) || (colon >= 0 && !isNCName(bytes, start, colon))) return undefined;
  const local = utf8(bytes, localStart, end);
  if (colon < 0) return { ns: scope.resolve('') ?? '', local };
  const ns = scope.resolve(utf8(bytes, start, colon));
  return ns === undefined ? undefined : { ns, local };
}

function readClark(bytes: Uint8Array, start: number, end: number): QName | undefined {
  const name = parseClark(utf8(bytes, trimStart(bytes, start, end), trimEnd(bytes, start, end)));
  const local = Buffer.from(name.local);
  return isNCName(local, 0, local.length) ? name : undefined;
}

function lexicalForm(name: QName, names: NameWriter): string {
  if (names === clarkWriter) return clark(name);
  const prefix = name.ns === '' ? '' : names.prefixFor(name.ns);
  return prefix === '' ? name.local : `${prefix}:${name.local}`;
}
