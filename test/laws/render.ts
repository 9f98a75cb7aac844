// Spells an abstract tree as XML text, with random but meaningless differences: prefixes, quotes, white space, comments, processing
// instructions, CDATA sections and character references.
import type { QName } from '../../src/xml/reader/names.ts';
import { Scope } from './namespaces.ts';
import type { Source } from './source.ts';
import { type AttributeNode, type ElementNode, isLeaf, type Leaf, type Value } from './tree.ts';

const NOISE = ['<!-- noise -->', '<!--<a>&b;-->', '<?pi some data?>', '<?x?>'];

export function render(root: ElementNode, source: Source): string {
  const out: string[] = [];
  if (source.chance(40)) out.push(source.pick(['<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8' ?>\n"]));
  if (source.chance(10)) out.push(source.pick(NOISE));
  element(root, new Map(), source, out);
  if (source.chance(20)) out.push(source.pick(['\n', ' <!-- end -->\n']));
  return out.join('');
}

function element(node: ElementNode, parent: ReadonlyMap<string, string>, source: Source, out: string[]): void {
  const scope = new Scope(parent, source);
  const names = [
    node.name,
    ...node.attributes.flatMap((a) => qnames(a.value)),
    ...node.children.flatMap((c) => (isLeaf(c) ? qnames(c.value) : [])),
  ];
  if (names.some((n) => n.ns === '')) scope.clearDefault();
  const name = scope.spell(node.name, false);
  const attributes = node.attributes.map((a) => attribute(a, scope, source));
  const texts = node.children.map((c) => (isLeaf(c) ? leaf(c, scope, source) : undefined));
  scope.sprinkle();
  for (const [prefix, ns] of scope.declared) attributes.push(declaration(prefix, ns, source));
  shuffle(attributes, source);
  out.push(`<${name}${attributes.map((a) => gap(source) + a).join('')}${source.pick(['', '', ' '])}`);
  if (node.children.length === 0 && !source.chance(40)) {
    out.push('/>');
    return;
  }
  out.push('>');
  node.children.forEach((child, i) => {
    if (node.spaced) between(source, out);
    if (isLeaf(child)) out.push(texts[i]!);
    else element(child, scope.bindings, source, out);
  });
  if (node.spaced) between(source, out);
  out.push(`</${name}${source.pick(['', '', ' '])}>`);
}

function qnames(value: Value): QName[] {
  return value.filter((part): part is QName => typeof part !== 'string');
}

function between(source: Source, out: string[]): void {
  if (source.chance(30)) out.push(source.pick(['\n  ', ' ', '\t', '\r\n']));
  if (source.chance(5)) out.push(source.pick(NOISE));
}

function gap(source: Source): string {
  return source.pick([' ', ' ', ' ', '\n', '\t', '  ']);
}

function declaration(prefix: string, ns: string, source: Source): string {
  const quote = source.pick(['"', "'"]);
  return `xmlns${prefix === '' ? '' : `:${prefix}`}=${quote}${quoted(ns, quote)}${quote}`;
}

function attribute(node: AttributeNode, scope: Scope, source: Source): string {
  const quote = source.pick(['"', "'"]);
  const name = scope.spell(node.name, true);
  const text = padded(node, spell(node.value, scope), source);
  const equals = source.pick(['=', '=', ' = ']);
  return `${name}${equals}${quote}${[...text].map((c) => attributeChar(c, quote, source)).join('')}${quote}`;
}

function spell(value: Value, scope: Scope): string {
  return value.map((part) => (typeof part === 'string' ? part : scope.spell(part, false))).join('');
}

function padded(node: Leaf, text: string, source: Source): string {
  if (node.space !== 'collapse' || !source.chance(15)) return text;
  return source.pick([' ', '\n', '  ']) + text + source.pick(['', ' ', '\t']);
}

function attributeChar(c: string, quote: string, source: Source): string {
  if (c === '\t' || c === '\n' || c === '\r') return reference(c, source);
  if (c === '<' || c === '&' || c === quote || source.chance(2)) return reference(c, source);
  return c;
}

function leaf(node: Leaf, scope: Scope, source: Source): string {
  const text = padded(node, spell(node.value, scope), source);
  if (source.chance(10)) return split(text, source);
  return chars(text, source);
}

/** A comment, instruction or CDATA section in the middle of the text. */
function split(text: string, source: Source): string {
  const all = [...text];
  const at = source.below(all.length + 1);
  const [head, tail] = [all.slice(0, at).join(''), all.slice(at).join('')];
  if (source.chance(50) && !/[\r]|]]>/.test(tail) && !tail.startsWith('>'))
    return `${chars(head, source)}<![CDATA[${tail}]]>`;
  return `${chars(head, source)}${source.pick(NOISE)}${chars(tail, source)}`;
}

function chars(text: string, source: Source): string {
  return [...text.replaceAll(']]>', ']]\u0000')].map((c) => (c === '\u0000' ? '&gt;' : textChar(c, source))).join('');
}

function textChar(c: string, source: Source): string {
  return c === '<' || c === '&' || c === '\r' || source.chance(2) ? reference(c, source) : c;
}

function quoted(text: string, quote: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;');
}

const NAMED = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

function reference(c: string, source: Source): string {
  const code = c.codePointAt(0)!;
  return source.pick([
    NAMED.get(c) ?? `&#${code};`,
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#x0${code.toString(16).toUpperCase()};`,
  ]);
}

function shuffle<T>(list: T[], source: Source): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = i - source.below(i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
