// `lenient`, `marks` and `$join` of version 1: converters with arguments.
import { type Document, isScalar, isSeq, visit } from 'yaml';
import { asMap, type EditableMap, type EditablePair, flowPair, type Log, pairOf, tableMap } from './document.ts';

/** `lenient:` and `marks:` stood beside a body. */
export function sidesToConverters(document: Document.Parsed, log: Log): void {
  visit(document, {
    Map: (_key, node) => {
      const side = node as EditableMap;
      const body = pairOf(side, 'body');
      const calls = ['lenient', 'marks'].flatMap((word) => moved(document, side, word, log));
      if (calls.length > 0 && body) append(body, calls);
    },
  });
}

/** Takes the key away, and says what is called in its place. */
function moved(document: Document.Parsed, side: EditableMap, word: string, log: Log): string[] {
  const pair = pairOf(side, word);
  const said = asMap(pair?.value)?.toJSON() as Record<string, unknown> | undefined;
  if (pair === undefined || said === undefined) return [];
  side.delete(word);
  const call = word === 'lenient' ? tolerant(said) : flags(document, said);
  log(pair, word, `|${call}`);
  return [call];
}

function tolerant({ names = 'null', values = 'null', into }: Record<string, unknown>): string {
  return `tolerant(${[names, values, ...(into === undefined ? [] : [into])].join(', ')})`;
}

function flags(document: Document.Parsed, { types, member, named, nulls }: Record<string, unknown>): string {
  const converters = tableMap(document, 'converters');
  if (!pairOf(converters, 'flags')) converters.items.push(flowPair(document, 'flags', { types, member }));
  return `flags(${[named, ...(nulls === undefined ? [] : [nulls])].join(', ')})`;
}

/** The placeholder of a body: `{record}`, or that of `$rest`. */
function append(body: EditablePair, calls: readonly string[]): void {
  const rest = pairOf(asMap(body.value), '$rest');
  const hole = (rest ?? body).value;
  if (isScalar(hole)) setText(hole, String(hole.value).replace(/\}$/, `${calls.map((call) => `|${call}`).join('')}}`));
}

function setText(scalar: object, text: string): void {
  Object.assign(scalar, { value: text, source: text, type: 'QUOTE_DOUBLE' });
}

/** `{ $join: fn, of: [a, b] }` is `"{a|join(fn, b)}"`. */
export function joinToConverter(document: Document.Parsed, log: Log): void {
  visit(document, {
    Map: (_key, node) => {
      const join = pairOf(node as EditableMap, '$join');
      const of = pairOf(node as EditableMap, 'of')?.value;
      if (join === undefined || !isSeq(of)) return undefined;
      const [first, ...others] = of.toJSON() as string[];
      const text = `{${first}|join(${[String((join.value as { value?: unknown } | null)?.value), ...others].join(', ')})}`;
      log(join, '$join', text);
      const scalar = document.createNode(text);
      setText(scalar, text);
      return scalar;
    },
  });
}
