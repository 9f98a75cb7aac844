import type { XmlElement } from '../../xml/tree.ts';
import type { Draft, TypeDef } from '../model/model.ts';
import type { Report } from '../source/report.ts';
import type { Bounds } from './bounds.ts';
import type { Component } from './component.ts';
import type { Registry } from './registry.ts';

/** A type whose shell has been handed out and whose content is still to be read from `node`. */
export interface Pending {
  readonly draft: Draft<TypeDef>;
  readonly node: XmlElement;
  /** The global component that `node` is, or is inside of. */
  readonly at: Component;
}

/** What the linking functions share. Work is put off in `pending`, so that recursive types need no recursive calls. */
export interface Linker {
  readonly registry: Registry;
  readonly report: Report;
  readonly pending: Pending[];
  /** How many of `pending` are done. */
  filled: number;
  /** Types by their written names, for each set of namespaces in scope: most of a schema refers from one scope to the same few names. */
  readonly typesByScope: Map<XmlElement['scope'], Map<string, TypeDef>>;
  /** Everything that was made, to be frozen when nothing changes any more. */
  readonly drafts: object[];
  readonly bounds: Bounds;
}
