// Qualified names in content, compared by what their prefixes mean. For cases, not for messages in flight.

import { clark, XSI_NS } from './reader/names.ts';
import type { XmlAttribute, XmlElement } from './tree.ts';

type Scope = XmlElement['scope'];

/** `prefix:name`, wherever it stands: an XPath has several. */
const PREFIXED = /([\p{L}_][\p{L}\p{N}_.-]*):(?=[\p{L}_*])/gu;
const NAME = /^(?:([^\s:]+):)?([^\s:]+)$/;

/**
 * `expected` with the values of `actual` where both say the same with other prefixes. Where the same value says something else, since its
 * prefix is another namespace, it has the namespaces of its prefixes. Elements and attributes are compared with those at their place.
 */
export function inSpellingOf(actual: XmlElement, expected: XmlElement): XmlElement {
  if (clark(actual.name) !== clark(expected.name)) return expected;
  const spell = (ours: string, theirs: string) => spelled(ours, actual.scope, theirs, expected.scope);
  const values = new Map(actual.attributes.map(({ name, value }) => [clark(name), value]));
  const respelled = (attribute: XmlAttribute) => {
    // canonicalTree resolves it.
    if (attribute.name.ns === XSI_NS && attribute.name.local === 'type') return attribute;
    return {
      name: attribute.name,
      value: spell(values.get(clark(attribute.name)) ?? attribute.value, attribute.value),
    };
  };
  const child = (theirs: XmlElement | string, i: number) => {
    const ours = actual.children[i];
    if (typeof theirs === 'string') return typeof ours === 'string' ? spell(ours, theirs) : theirs;
    return ours === undefined || typeof ours === 'string' ? theirs : inSpellingOf(ours, theirs);
  };
  return { ...expected, attributes: expected.attributes.map(respelled), children: expected.children.map(child) };
}

function spelled(ours: string, ourScope: Scope, theirs: string, theirScope: Scope): string {
  if (ours === theirs) return agree(theirs, ourScope, theirScope) ? theirs : withNamespaces(theirs, theirScope);
  const [our, their] = [ours.split(/(\s+)/), theirs.split(/(\s+)/)];
  const same = (token: string, i: number) => token === our[i] || isSameName(our[i], ourScope, token, theirScope);
  return our.length === their.length && their.every(same) ? ours : theirs;
}

/** Most values with colons have no prefixes: those that only one side declares say nothing. */
function agree(text: string, ourScope: Scope, theirScope: Scope): boolean {
  for (const [, prefix] of text.matchAll(PREFIXED)) {
    const [ours, theirs] = [ourScope.get(prefix), theirScope.get(prefix)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) return false;
  }
  return true;
}

function withNamespaces(text: string, scope: Scope): string {
  return text.replace(PREFIXED, (match, prefix: string) => (scope.has(prefix) ? `{${scope.get(prefix)}}` : match));
}

function isSameName(ours: string, ourScope: Scope, theirs: string, theirScope: Scope): boolean {
  const our = resolved(ours, ourScope);
  return our !== undefined && our === resolved(theirs, theirScope);
}

/** In Clark notation; undefined: no qualified name. A name without prefix is in the default namespace (XML Schema Part 2 §3.2.18). */
function resolved(token: string, scope: Scope): string | undefined {
  const [, prefix, local] = NAME.exec(token) ?? [];
  if (local === undefined) return undefined;
  const ns = scope.get(prefix ?? '') ?? (prefix === undefined ? '' : undefined);
  return ns === undefined ? undefined : clark({ ns, local });
}
