// An id of the path that an object of the body has too: one value. A short row would take the body of another object.
import { createCodec } from '../../codec/create.ts';
import { dialect } from '../../codec/datatypes/dialect.ts';
import type { Codec } from '../../codec/model/codec.ts';
import type { ElementMember, Member } from '../../codec/model/members.ts';
import type { Presentation } from '../../codec/presentation/presentation.ts';
import type { Contract } from '../../contract/model/contract.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import { Problems } from '../../errors/errors.ts';
import { inSlices } from '../../event-loop/time-slices.ts';
import { compileSteps, expandSteps } from '../../mapping/compile.ts';
import { parseYaml, type YamlMap, type YamlNode } from '../../mapping/syntax/yaml.ts';
import { camel, inputWords, wordsOf } from '../naming/names.ts';
import { isSimple, membersOf } from '../operations/levels.ts';
import { type ListedOperation, plainCodec } from '../operations/operations.ts';
import type { ChosenRoute } from '../routes/route.ts';
import { quoted } from '../table/table.ts';
import { heldRow } from './held-id.ts';
import { entryOf, expandedRule, flowOf, isObject, type LongRow, longRowOf, textOf } from './long-row.ts';
import { flow } from './proposal.ts';

export interface OneIdTable {
  readonly text: string;
  /** Operations whose rows are long for it. */
  readonly operations: ReadonlySet<string>;
}

/** The same table with long rows where a path and an object of the body have the same id. `camelCase`: names in bodies. */
export async function withOneId(
  text: string,
  choices: readonly ChosenRoute[],
  contract: Contract,
  camelCase = false,
): Promise<OneIdTable> {
  const codec = camelCase ? createCodec(contract.schemas, dialect(), CAMEL) : plainCodec(contract);
  const concerned = choices.filter(({ listed, route }) => route && (route.heldId || repeatsId(listed, route.path)));
  if (concerned.length === 0) return { text, operations: new Set() };
  const expanded = await inSlices(expandSteps(parseYaml(text, 'table'), contract));
  const rules = entryOf(parseYaml(expanded, 'expanded'), 'rules');
  const nodes = new Map(rules?.kind === 'list' ? rules.items.map((rule) => [textOf(entryOf(rule, 'id')), rule]) : []);
  const rows = concerned.flatMap(({ listed, route }) => {
    const node = listed.ambiguous ? undefined : nodes.get(listed.operation.name);
    if (node === undefined) return [];
    return (
      (route?.heldId
        ? heldRow(node, listed, { ...route, heldId: route.heldId }, codec)
        : longRow(node, listed, codec)) ?? []
    );
  });
  const used = await accepted(text, rows, contract);
  return { text: withRows(text, used), operations: new Set(used.map(({ name }) => name)) };
}

/** Those that `check` takes. */
async function accepted(text: string, rows: readonly LongRow[], contract: Contract): Promise<readonly LongRow[]> {
  if (rows.length === 0) return rows;
  try {
    await inSlices(compileSteps(parseYaml(withRows(text, rows), 'table'), contract));
    return rows;
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    if (rows.length === 1) return [];
    const halves = [rows.slice(0, rows.length / 2), rows.slice(rows.length / 2)];
    return (await Promise.all(halves.map((half) => accepted(text, half, contract)))).flat();
  }
}

const CAMEL: Presentation = { types: [], values: [], case: 'camel' };
/** Of a short row. */
const OPTIONS = /^ {4}(?:port|headers): /;

function withRows(text: string, rows: readonly LongRow[]): string {
  const byName = new Map(rows.map((row) => [row.name, row.lines]));
  let isReplaced = false;
  const lines = text.split('\n').flatMap((line) => {
    if (isReplaced && OPTIONS.test(line)) return [];
    const [, name = ''] = /^ {2}- [A-Z]+ \/.*: ([^ ]+)(?: -> \d+)?$/.exec(line) ?? [];
    const long = byName.get(name);
    isReplaced = long !== undefined;
    return long ?? [line];
  });
  return lines.join('\n');
}

/** Looks at names alone: what the row itself says decides. */
function repeatsId({ inputs }: ListedOperation, path: string): boolean {
  const bound = inputs
    .flatMap((input) => [input, ...(input.inside ?? [])])
    .filter(({ variable }) => path.includes(`{${variable}}`));
  return bound.length > 0 && inputs.some(({ simple }) => !simple);
}

/** undefined where no object of the body has an id of the path. */
function longRow(
  rule: YamlNode,
  { operation: { name, input }, inputs }: ListedOperation,
  codec: Codec,
): LongRow | undefined {
  const expanded = expandedRule(rule);
  if (expanded?.content.value.kind !== 'map') return undefined;
  const { line, body, content } = expanded;
  const mayBeAbsent = new Set(inputs.filter((entry) => entry.mayBeAbsent).map(({ nameWords }) => nameWords.join(' ')));
  const tied = new Ties(line, body, codec, mayBeAbsent).within(content.value as YamlMap, input.body[0].type);
  if (tied === undefined) return undefined;
  const bodyText =
    tied.placeholders.length === 0 ? quoted(body) : flow([...tied.placeholders, ['$rest', quoted(body)]]);
  return longRowOf(name, expanded, { line, body: bodyText, message: tied.text });
}

interface Tied {
  readonly text: string;
  /** Members of the body that have places of their own, and their placeholders. */
  readonly placeholders: readonly (readonly [string, string])[];
}

class Ties {
  private readonly line: string;
  private readonly body: string;
  private readonly codec: Codec;
  private readonly mayBeAbsent: ReadonlySet<string>;

  constructor(line: string, body: string, codec: Codec, mayBeAbsent: ReadonlySet<string>) {
    this.line = line;
    this.body = body;
    this.codec = codec;
    this.mayBeAbsent = mayBeAbsent;
  }

  /** The pattern of an object; undefined where it is as it was. */
  within({ entries }: YamlMap, type: TypeDef): Tied | undefined {
    const members = membersOf(type, this.codec);
    const ids = new Map(
      entries.filter(({ value }) => this.isInPath(textOf(value))).map((entry) => [entry.key, entry.value]),
    );
    const nested: Tied[] = [];
    const texts = entries.map(({ key, value }): readonly [string, string] => {
      const member = members.find((entry) => entry.key === key);
      const tied = isObject(member) ? this.inside(value, member, ids) : undefined;
      if (tied) nested.push(tied);
      return [key, tied?.text ?? flowOf(value)];
    });
    const isRest = entries.some(({ key, value }) => key === '$rest' && textOf(value) === this.body);
    const rowKeys = new Set(entries.map(({ key }) => key));
    const free = isRest
      ? members.filter((entry) => !rowKeys.has(entry.key) && !this.mayBeAbsent.has(inputWords(entry.key).join(' ')))
      : [];
    const placeholders = free.filter(isObject).flatMap((member) => {
      const hole = quoted(`{${camel(wordsOf(member.key))}}`);
      const text = this.tiedText(member, hole, ids);
      return text ? [{ key: member.key, hole, text }] : [];
    });
    if (nested.length === 0 && placeholders.length === 0) return undefined;
    const restMember = texts.filter(([key]) => key === '$rest');
    const all = [
      ...texts.filter(([key]) => key !== '$rest'),
      ...placeholders.map(({ key, text }) => [key, text] as const),
      ...restMember,
    ];
    return {
      text: flow(all),
      placeholders: [
        ...nested.flatMap((entry) => entry.placeholders),
        ...placeholders.map(({ key, hole }) => [key, hole] as const),
      ],
    };
  }

  private inside(value: YamlNode, member: ElementMember, ids: ReadonlyMap<string, YamlNode>): Tied | undefined {
    if (value.kind === 'map') return this.within(value, member.element.type);
    const text = textOf(value) === this.body ? this.tiedText(member, flowOf(value), ids) : undefined;
    return text === undefined ? undefined : { text, placeholders: [] };
  }

  private tiedText({ element }: ElementMember, hole: string, ids: ReadonlyMap<string, YamlNode>): string | undefined {
    const same = membersOf(element.type, this.codec).filter(
      (entry) => isSimple(entry) && !isList(entry) && ids.has(entry.key),
    );
    return same.length === 0
      ? undefined
      : flow([...same.map(({ key }) => [key, flowOf(ids.get(key)!)] as const), ['$rest', hole]]);
  }

  private isInPath(text: string): boolean {
    return /^\{\w+\}$/.test(text) && this.line.split('?')[0].includes(text);
  }
}

function isList(member: Member): boolean {
  return member.kind === 'element' && member.list;
}
