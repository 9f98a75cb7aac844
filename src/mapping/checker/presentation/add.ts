// `add:` of a type: members that only JSON has. They are written from the type's attributes, and ignored when read.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ComputedHole, ComputedMember, TypePresentation } from '../../../codec/presentation/presentation.ts';
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place } from '../../../errors/errors.ts';
import { suggest } from '../../../errors/suggest.ts';
import { faultIn, partOf, type ReferencePart } from '../../../pattern/reference.ts';
import { textOfScalar } from '../../../pattern/text/converter.ts';
import { type Hole, isHole, type Part } from '../../../pattern/text/hole.ts';
import { listedValues } from '../../converters/call.ts';
import { mapOf } from '../../syntax/fields.ts';
import { readParts } from '../../syntax/pattern-tree.ts';
import type { YamlEntry, YamlNode } from '../../syntax/yaml.ts';
import type { TypesContext } from './context.ts';

type Computed = NonNullable<TypePresentation['computed']>;
type AddedContext = Pick<TypesContext, 'gateway' | 'report' | 'tables'>;

/** `[ name ]`, or `{ name: pattern }`. */
export function readAdded(entry: YamlEntry, ctx: AddedContext): Computed {
  if (entry.value.kind === 'list')
    return new Map(entry.value.items.flatMap((node) => (node.kind === 'scalar' ? [[node.source, undefined]] : [])));
  return new Map(mapOf(entry, ctx.report).map((e) => [e.key, new Writing(ctx).member(e.value)]));
}

/** Names of the members. */
export function addedNames({ value }: YamlEntry): readonly string[] {
  if (value.kind === 'map') return value.entries.map(({ key }) => key);
  return value.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'scalar' ? [item.source] : [])) : [];
}

/** Compiles a pattern to JSON text, cut at its placeholders. */
class Writing {
  private readonly ctx: AddedContext;
  private readonly pieces = [''];
  private readonly holes: ComputedHole[] = [];

  constructor(ctx: AddedContext) {
    this.ctx = ctx;
  }

  member(node: YamlNode): ComputedMember {
    this.value(node);
    return { pieces: this.pieces, holes: this.holes };
  }

  private write(text: string): void {
    this.pieces.push(this.pieces.pop() + text);
  }

  private value(node: YamlNode): void {
    if (node.kind === 'scalar') {
      if (typeof node.value === 'string') this.text(node.source, node.place);
      else this.write(JSON.stringify(node.value));
      return;
    }
    const list = node.kind === 'list';
    this.write(list ? '[' : '{');
    (list ? node.items : node.entries).forEach((item, i) => {
      if (i > 0) this.write(',');
      if ('key' in item) this.write(`${JSON.stringify(item.key)}:`);
      this.value('key' in item ? item.value : item);
    });
    this.write(list ? ']' : '}');
  }

  /** A text with a slash is a reference. */
  private text(source: string, place: Place): void {
    const parts = readParts(source, place, this.ctx.report);
    const reference = parts.some((part) => (isHole(part) ? part.name === '$base' : part.includes('/')));
    const literals = literalsOf(parts);
    let holes = 0;
    this.write('"');
    for (const part of parts) {
      if (!isHole(part)) {
        this.write(JSON.stringify(part).slice(1, -1));
        continue;
      }
      if (part.supplied) this.supplied(part, place);
      else this.hole(part, reference ? encodeIn(partOf(literals, holes)) : undefined, place);
      holes++;
    }
    this.write('"');
  }

  private supplied({ name }: Hole, place: Place): void {
    const { gateway, report } = this.ctx;
    const value = gateway.get(name)?.value;
    if (value !== undefined) return this.write(JSON.stringify(textOfScalar(value)).slice(1, -1));
    const names = [...gateway].flatMap(([key, variable]) => (variable.value === undefined ? [] : [key]));
    const hint = suggest(name, names) ?? `known: ${names.join(', ')}`;
    report.add('MAPPING_NAMES', `{${name}} is not known when the table is loaded`, place, hint);
  }

  private hole(hole: Hole, encode: ComputedHole['encode'], place: Place): void {
    const { report, tables } = this.ctx;
    const [call, extraCall] = hole.converters;
    const values = listedValues(call, 'rest', tables);
    if (extraCall !== undefined || (call !== undefined && values === undefined) || hole.default !== undefined)
      report.add('MAPPING_PATTERN', `{${hole.name}} of an added member allows only a table as converter`, place);
    const texts = values && new Map(values.variable.map((variable, i) => [variable, values.place[i]]));
    this.holes.push({ attribute: hole.name, encode, texts });
    this.pieces.push('');
  }
}

/** The texts around the placeholders. */
function literalsOf(parts: readonly Part[]): readonly string[] {
  const literals = [''];
  for (const part of parts) {
    if (isHole(part)) literals.push('');
    else literals[literals.length - 1] += part;
  }
  return literals;
}

function encodeIn(part: ReferencePart): (text: string) => string | undefined {
  return (text) => (faultIn(part, text) === undefined ? encodeURIComponent(text) : undefined);
}

/** Placeholders are JSON names of attributes. `presentedCodec`: the finished codec. */
export function checkAdded(
  computed: Computed | undefined,
  type: TypeDef,
  place: Place,
  presentedCodec: Codec,
  report: TypesContext['report'],
): void {
  const names = presentedCodec.members(type).flatMap((m) => (m.kind === 'attribute' ? [m.key] : []));
  for (const { attribute } of [...(computed ?? [])].flatMap(([, member]) => member?.holes ?? [])) {
    if (names.includes(attribute) || names.includes(`@${attribute}`)) continue;
    const hint = suggest(attribute, names) ?? (names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`);
    report.add('MAPPING_NAMES', `"${type.name?.local}" has no attribute that JSON calls "${attribute}"`, place, hint);
  }
}
