// A document as the oracle sees it, read by a parser that is not ours.
import sax from 'sax';
import { clark, type QName, XMLNS_NS, XSI_NS } from '../../src/xml/reader/names.ts';
import type { Resolve } from './lexical.ts';

export interface Info {
  readonly name: QName;
  readonly attributes: { readonly name: QName; readonly value: string }[];
  /** Adjacent text is one string. */
  readonly children: (Info | string)[];
  readonly resolve: Resolve;
}

export function infoset(xml: string): Info {
  const parser = sax.parser(true, { xmlns: true, strictEntities: true });
  const top: Info = { name: { ns: '', local: '' }, attributes: [], children: [], resolve: () => undefined };
  const stack = [top];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = (tag) => {
    const attributes = Object.values(tag.attributes)
      .filter((a) => a.uri !== XMLNS_NS)
      .map((a) => ({ name: { ns: a.uri, local: a.local }, value: a.value }));
    const resolve: Resolve = (prefix) => tag.ns[prefix];
    const info: Info = { name: { ns: tag.uri, local: tag.local }, attributes, children: [], resolve };
    stack[stack.length - 1].children.push(info);
    stack.push(info);
  };
  parser.onclosetag = () => {
    stack.pop();
  };
  const text = (t: string): void => append(stack[stack.length - 1].children, t);
  parser.ontext = text;
  parser.oncdata = text;
  // XML 1.0 §2.11: line ends are normalised before parsing, which sax leaves out.
  parser.write(xml.replace(/\r\n?/g, '\n')).close();
  return top.children.find((c): c is Info => typeof c !== 'string')!;
}

function append(children: (Info | string)[], text: string): void {
  const last = children[children.length - 1];
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

/** All that a document says, with names in place of prefixes, in values of xsi:type as well: documents that differ otherwise in one character differ. */
export function expandedNames(xml: string): string {
  return JSON.stringify(expanded(infoset(xml)));
}

/** The same where the order of siblings of different names means nothing. */
export function byNames(xml: string): string {
  return JSON.stringify(expanded(sorted(infoset(xml))));
}

function sorted(info: Info): Info {
  const nameOf = (child: Info | string) => (typeof child === 'string' ? '' : clark(child.name));
  const children = info.children.map((child) => (typeof child === 'string' ? child : sorted(child)));
  return {
    ...info,
    children: children.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0)),
  };
}

function expanded({ name, attributes, children, resolve }: Info): unknown {
  const texts = attributes.map((a) => {
    const isType = a.name.ns === XSI_NS && a.name.local === 'type';
    return `${clark(a.name)}=${isType ? expandedName(a.value, resolve) : a.value}`;
  });
  return [clark(name), texts.sort(), children.map((c) => (typeof c === 'string' ? c : expanded(c)))];
}

function expandedName(text: string, resolve: Resolve): string {
  const colon = text.indexOf(':');
  return clark({ ns: resolve(text.slice(0, Math.max(colon, 0))) ?? '', local: text.slice(colon + 1) });
}
