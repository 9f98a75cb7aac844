// The state that the linking functions share.
import type { XmlElement } from '../../xml/tree.ts';
import type { Draft, TypeDef } from '../model/model.ts';
import type { Report } from '../source/report.ts';
import type { Bounds } from './bounds.ts';
import type { Component } from './component.ts';
import type { Registry } from './registry.ts';

/** A type whose shell is in use and whose content must still be read from `node`. */
export interface Pending {
  readonly draft: Draft<TypeDef>;
  readonly node: XmlElement;
  /** The global component at or around `node`. */
  readonly at: Component;
}

/** State of the linking functions. Types wait in `pending`, so recursive types need no recursion. */
export interface Linker {
  readonly registry: Registry;
  readonly report: Report;
  readonly pending: Pending[];
  /** How many of `pending` are done. */
  filled: number;
  /** Cache: types by lexical QName, for each namespace scope. */
  readonly typesByScope: Map<XmlElement['scope'], Map<string, TypeDef>>;
  /** All components, to be frozen at the end. */
  readonly drafts: object[];
  readonly bounds: Bounds;
}
