// Gives variables of one rule other names: in placeholders, in arguments of converters and in short queries.
import { isScalar, type Pair, type Scalar, visit } from 'yaml';
import type { EditableMap } from './document.ts';

type Names = ReadonlyMap<string, string>;

const HOLE = /\{([^{}]*)\}/g;
const HEAD = /^([A-Za-z_][\w-]*)(?=[.?!=:|}]|$)/;
/** A call with arguments; those of `table` are no variables, and the first of `join` is a function. */
const CALL = /\|\s*([\w.-]+)\(([^()]*)\)/g;
const QUERY = /([?&])([\w.-]+)(!?)(?=&|$)/g;
const LINE = /^[A-Z]+ \//;

/** How variables share the new names. */
interface Sharing {
  /** Variables with the same new name become one. */
  readonly joined?: boolean;
  /** Names with a meaning of their own now: a variable that is called so by chance gets a free one. */
  readonly reserved?: Iterable<string>;
}

/** Variables that already have one of the new names get a free one, unless they are `joined`. Gives all that changed. */
export function renameVariables(rule: EditableMap, names: Names, { joined, reserved = [] }: Sharing = {}): Names {
  const changed = new Map([...names].filter(([old, now]) => old !== now));
  const used = joined ? new Set<string>() : namesIn(rule);
  for (const name of new Set([...changed.values(), ...reserved]))
    if (used.has(name) && !names.has(name)) changed.set(name, free(name, used));
  if (changed.size === 0) return changed;
  visit(rule, {
    Pair: skipProse,
    Scalar: (key, node) => {
      if (key === 'value' || key === null || typeof key === 'number') retext(node, changed);
    },
  });
  return changed;
}

/** Braces in the words about a rule are no placeholders. Deeper, `doc` is a name of the service or of its clients. */
function skipProse(_key: unknown, pair: Pair, { length: depth }: readonly unknown[]): symbol | undefined {
  return depth === 1 && isScalar(pair.key) && pair.key.value === 'doc' ? visit.SKIP : undefined;
}

function retext(node: Scalar, names: Names): void {
  if (!isScalar(node) || typeof node.value !== 'string' || !/[{?&]/.test(node.value)) return;
  const text = renamed(node.value, names);
  if (text !== node.value) Object.assign(node, { value: text, source: text, type: 'QUOTE_DOUBLE' });
}

function renamed(text: string, names: Names): string {
  const holes = text.replace(HOLE, (_, inner: string) => `{${renamedHole(inner, names)}}`);
  if (!LINE.test(text)) return holes;
  return holes.replace(QUERY, (all, mark: string, name: string, must: string) =>
    names.has(name) ? `${mark}${name}={${names.get(name)}${must}}` : all,
  );
}

function renamedHole(inner: string, names: Names): string {
  const [head, ...converters] = inner.split(/(?=\|)/);
  const calls = converters.join('').replace(CALL, (all, called: string, args: string) => {
    if (/^table$/.test(called)) return all;
    const list = args.split(',').map((arg, i) => (called === 'join' && i === 0 ? arg : renamedArgument(arg, names)));
    return `|${called}(${list.join(',')})`;
  });
  return head.replace(HEAD, (name) => names.get(name) ?? name) + calls;
}

/** `variable`, or `name: variable`. */
function renamedArgument(arg: string, names: Names): string {
  return arg.replace(/(^\s*|:\s*)([A-Za-z_][\w-]*)(?=\s*(?:\.|$))/, (_, before: string, name: string) => {
    return before + (names.get(name) ?? name);
  });
}

export function namesIn(rule: EditableMap): Set<string> {
  const found = new Set<string>();
  const add = (name: string | undefined) => name && found.add(name);
  visit(rule, {
    Pair: skipProse,
    Scalar: (_key, { value }) => {
      if (typeof value !== 'string') return;
      for (const [, inner] of value.matchAll(HOLE)) add(HEAD.exec(inner)?.[1]);
      if (LINE.test(value)) for (const [, , name] of value.matchAll(QUERY)) add(name);
    },
  });
  return found;
}

function free(name: string, used: Set<string>): string {
  let n = 2;
  while (used.has(`${name}${n}`)) n++;
  used.add(`${name}${n}`);
  return `${name}${n}`;
}
