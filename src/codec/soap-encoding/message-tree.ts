// The elements of one message, and those with an id. The reader bounds their number and their nesting.

import { encodingNamespaces } from '../../contract/xsd/soap-encoding.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { utf8 } from '../../json/text.ts';
import { clark, XSI_NS } from '../../xml/reader/names.ts';
import type { NsContext, ResolvedName } from '../../xml/reader/namespace-context.ts';
import { END, EOF, type ReaderOptions, START, TEXT, XmlReader } from '../../xml/reader/reader.ts';

interface MessageAttribute {
  readonly name: ResolvedName;
  readonly value: string;
}

export interface MessageElement {
  readonly name: ResolvedName;
  readonly attributes: readonly MessageAttribute[];
  /** Elements and text runs, white space included. */
  readonly children: readonly (MessageElement | string)[];
  readonly context: NsContext;
}

export interface MessageTree {
  readonly root: MessageElement;
  readonly byId: ReadonlyMap<string, MessageElement>;
  /** Ids that several elements have. */
  readonly repeatedIds: ReadonlySet<string>;
  /** What elements refer to. */
  readonly references: ReadonlySet<string>;
  /** Elements in the message. */
  readonly size: number;
  /** Every prefix that the message declares, with its namespace; undefined where it has several. */
  readonly prefixes: ReadonlyMap<string, string | undefined>;
}

interface Open extends MessageElement {
  readonly children: (MessageElement | string)[];
}

/** Prefixes in all contexts that elements open: each element keeps its context. */
const MOST_PREFIXES = 250_000;

/** Throws SoapstoneError XML_*. */
export function readMessage(bytes: Uint8Array, options: ReaderOptions): MessageTree {
  const reader = new XmlReader(options);
  reader.feed(bytes);
  reader.finish();
  const prefixes = new Map<string, string | undefined>();
  const byId = new Map<string, MessageElement>();
  const repeatedIds = new Set<string>();
  const references = new Set<string>();
  const stack: Open[] = [];
  let size = 0;
  let inScope = 0;
  let root: MessageElement | undefined;
  for (;;) {
    const token = reader.next();
    const top = stack.at(-1);
    if (token === TEXT) addText(top, utf8(reader.text, reader.textStart, reader.textEnd));
    else if (token === END) stack.pop();
    else if (token === EOF) return { root: root!, byId, repeatedIds, references, size, prefixes };
    else if (token === START) {
      const element = opened(reader, prefixes);
      if (top) top.children.push(element);
      else root = element;
      stack.push(element);
      size++;
      if (element.context !== top?.context) inScope += element.context.size;
      if (inScope > MOST_PREFIXES) throw new SoapstoneError('XML_LIMIT', 'too many namespace declarations');
      const id = idOf(element);
      if (id !== undefined && byId.has(id)) repeatedIds.add(id);
      else if (id !== undefined) byId.set(id, element);
      const reference = referenceOf(element);
      if (reference !== undefined) references.add(reference.trim());
    }
  }
}

function addText(open: Open | undefined, text: string): void {
  if (open === undefined) return;
  const last = open.children.length - 1;
  if (typeof open.children[last] === 'string') open.children[last] += text;
  else open.children.push(text);
}

function opened(reader: XmlReader, prefixes: Map<string, string | undefined>): Open {
  const { name, attributes, ctx } = reader;
  for (let d = 0; d < attributes.declared.length; d += 2) {
    const [prefix, uri] = attributes.declared.slice(d, d + 2);
    prefixes.set(prefix, prefixes.has(prefix) && prefixes.get(prefix) !== uri ? undefined : uri);
  }
  const list: MessageAttribute[] = [];
  for (let k = 0; k < attributes.count; k++)
    list.push({
      name: attributes.names[k],
      value: utf8(attributes.value(k), attributes.start[k], attributes.end[k]),
    });
  return { name, attributes: list, children: [], context: ctx };
}

const ID12 = clark({ ns: encodingNamespaces['1.2'], local: 'id' });
const REF12 = clark({ ns: encodingNamespaces['1.2'], local: 'ref' });

export function idOf(element: MessageElement): string | undefined {
  return attributeOf(element, 'id') ?? attributeOf(element, ID12);
}

/** `key`: in Clark notation. */
export function attributeOf(element: MessageElement, key: string): string | undefined {
  return element.attributes.find(({ name }) => name.key === key)?.value;
}

export function xsiValue(element: MessageElement, local: string): string | undefined {
  return element.attributes.find(({ name }) => name.xsi === local)?.value.trim();
}

/** SOAP 1.1 §5.4.1, SOAP 1.2 Part 2 §3.1.5: what the element refers to. */
export function referenceOf(element: MessageElement): string | undefined {
  const href = attributeOf(element, 'href');
  if (href !== undefined) return href;
  const ref = attributeOf(element, REF12);
  // Some write a URI reference in place of the IDREF.
  return ref === undefined ? undefined : `#${ref.trim().replace(/^#/, '')}`;
}

const ENCODING: ReadonlySet<string> = new Set(Object.values(encodingNamespaces));

/** Is the attribute about the encoding, not a part of the value? */
export function isEncodingAttribute({ ns, local, key }: ResolvedName): boolean {
  return key === 'id' || key === 'href' || ns === XSI_NS || ENCODING.has(ns) || local === 'encodingStyle';
}

export function elementsOf(element: MessageElement): MessageElement[] {
  return element.children.filter((child): child is MessageElement => typeof child !== 'string');
}

export function textIn(element: MessageElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}
