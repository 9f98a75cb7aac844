// Wildcards: reading, intersection and union (Part 1 §3.10).
import { attr, type XmlElement } from '../../xml/tree.ts';
import { splitList } from '../model/definition-tree.ts';
import type { Wildcard } from '../model/model.ts';
import type { Component } from './component.ts';
import type { Linker } from './linker.ts';

type Namespaces = Wildcard['namespaces'];

/** xs:any or xs:anyAttribute (Part 1 §3.10.2). */
export function wildcard(linker: Linker, e: XmlElement, at: Component): Wildcard {
  const process = attr(e, 'processContents')?.trim() ?? 'strict';
  if (process !== 'strict' && process !== 'lax' && process !== 'skip') {
    linker.report.add('CONTRACT_INVALID', `processContents="${process}" is none of strict, lax, skip`, e.place);
    return { namespaces: { kind: 'any' }, process: 'strict' };
  }
  return { namespaces: namespaces(attr(e, 'namespace')?.trim() ?? '##any', at.document.ns), process };
}

function namespaces(text: string, target: string): Namespaces {
  if (text === '##any') return { kind: 'any' };
  if (text === '##other') return { kind: 'not', ns: target };
  const set = splitList(text).map((token) =>
    token === '##targetNamespace' ? target : token === '##local' ? '' : token,
  );
  return { kind: 'set', set: [...new Set(set)] };
}

/** Namespaces that are listed: comparing two lists costs so much. */
export function sizeOf(one: Wildcard | undefined): number {
  return one?.namespaces.kind === 'set' ? one.namespaces.set.length : 0;
}

/** Both must allow a name: Part 1 §3.10.6, Attribute Wildcard Intersection. Undefined when it cannot be expressed. */
export function intersection(a: Namespaces, b: Namespaces): Namespaces | undefined {
  if (a.kind === 'any') return b;
  if (b.kind === 'any') return a;
  if (a.kind === 'set' && b.kind === 'set') {
    const other = new Set(b.set);
    return { kind: 'set', set: a.set.filter((ns) => other.has(ns)) };
  }
  if (a.kind === 'set') return { kind: 'set', set: a.set.filter((ns) => allows(b, ns)) };
  if (b.kind === 'set') return { kind: 'set', set: b.set.filter((ns) => allows(a, ns)) };
  if (a.ns === b.ns || b.ns === '') return a;
  return a.ns === '' ? b : undefined;
}

/** One of them must allow a name: Part 1 §3.10.6, Attribute Wildcard Union. Undefined when it cannot be expressed. */
export function union(a: Namespaces, b: Namespaces): Namespaces | undefined {
  if (a.kind === 'any' || b.kind === 'any') return { kind: 'any' };
  if (a.kind === 'set' && b.kind === 'set') return { kind: 'set', set: [...new Set([...a.set, ...b.set])] };
  if (a.kind === 'not' && b.kind === 'not') return a.ns === b.ns ? a : { kind: 'not', ns: '' };
  const [not, set] = a.kind === 'not' ? [a, b] : [b, a];
  return not.kind === 'not' && set.kind === 'set' ? unionOfNot(not.ns, set.set) : undefined;
}

function unionOfNot(ns: string, set: readonly string[]): Namespaces | undefined {
  const [hasNs, absent] = [set.includes(ns), set.includes('')];
  if (ns === '') return absent ? { kind: 'any' } : { kind: 'not', ns: '' };
  if (hasNs && absent) return { kind: 'any' };
  if (hasNs) return { kind: 'not', ns: '' };
  return absent ? undefined : { kind: 'not', ns };
}

/** Does the wildcard allow this namespace ('' for none)? */
export function allows(namespaces: Namespaces, ns: string): boolean {
  if (namespaces.kind === 'any') return true;
  if (namespaces.kind === 'set') return namespaces.set.includes(ns);
  return ns !== '' && ns !== namespaces.ns;
}
