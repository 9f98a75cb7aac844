// The editable form of a YAML text: what nobody changes is printed as it was, with its comments.
import { type Document, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { parseYaml } from '../syntax/yaml.ts';

export type EditableMap = YAMLMap<Node, Node | null>;
export type EditablePair = Pair<Node, Node | null>;

/** Scalars are texts, so that numbers keep their digits. Throws Problems (MAPPING_SYNTAX); bounds are those of a table. */
export function editable(text: string, file: string): Document.Parsed {
  parseYaml(text, file);
  return parseDocument(text, { merge: false, schema: 'failsafe' });
}

export function printed(document: Document.Parsed): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

export function asMap(node: unknown): EditableMap | undefined {
  return isMap(node) ? (node as EditableMap) : undefined;
}

export function pairOf(map: EditableMap | undefined, key: string): EditablePair | undefined {
  return map?.items.find((pair) => keyOf(pair) === key);
}

export function keyOf(pair: unknown): string | undefined {
  return isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : undefined;
}

/** The key keeps its comments and its place. */
export function renameKey(pair: EditablePair, key: string): void {
  if (isScalar(pair.key)) Object.assign(pair.key, { value: key, source: key });
}

export function mapsIn(node: unknown): readonly EditableMap[] {
  if (isSeq(node)) return node.items.flatMap((item) => asMap(item) ?? []);
  return [asMap(node) ?? []].flat();
}

/** Its value stands on one line. */
export function flowPair(document: Document.Parsed, key: string, value: unknown): EditablePair {
  return document.createPair(key, document.createNode(value, { flow: true })) as EditablePair;
}

/** `old` and `now` as a reader of the table would write them. */
export type Log = (at: EditablePair, old: string, now: string) => void;

/** The map under a key of the table, made where there is none. */
export function tableMap(document: Document.Parsed, key: string): EditableMap {
  const table = asMap(document.contents) as EditableMap;
  const existing = asMap(pairOf(table, key)?.value);
  if (existing) return existing;
  const made = document.createNode({}) as unknown as EditableMap;
  const rules = table.items.findIndex((pair) => keyOf(pair) === 'rules');
  table.items.splice(rules < 0 ? table.items.length : rules, 0, document.createPair(key, made) as EditablePair);
  return made;
}
