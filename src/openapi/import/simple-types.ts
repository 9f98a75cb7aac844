// JSON strings, numbers and booleans as types: those of XML Schema where they fit, else types of the contract.
import type { TypeDef } from './model.ts';
import type { Names } from './names.ts';
import type { Notes } from './notes.ts';
import type { Shape } from './shape.ts';
import { FINITE, type Simple, simpleOf } from './simple.ts';
import { docOf } from './use.ts';

export const SIMPLE = ['string', 'integer', 'number', 'boolean'];

export class SimpleTypes {
  private readonly defs: TypeDef[];
  private readonly names: Names;
  private readonly notes: Notes;
  /** Floating-point types without INF and NaN, by their base. */
  private readonly finite = new Map<string, string>();

  constructor(defs: TypeDef[], names: Names, notes: Notes) {
    this.defs = defs;
    this.names = names;
    this.notes = notes;
  }

  /** `types`: those of JSON. `hint`: name of a new type. */
  typeOf(shape: Shape, types: readonly string[], hint: string, onName: (name: string) => void): string {
    const simple = types.map((type) => simpleOf(shape, type, this.notes));
    const plain = simple.map((simpleType) => this.plain(simpleType));
    if (plain.length === 1 && plain[0] !== undefined) return plain[0];
    const name = this.names.take(hint);
    onName(name);
    const doc = docOf(shape);
    if (simple.length === 1) this.defs.push({ kind: 'simple', name, doc, ...simple[0] });
    else
      this.defs.push({
        kind: 'simple',
        name,
        doc,
        base: '',
        facets: [],
        union: unionOf(simple.map((simpleType, i) => plain[i] ?? simpleType.base)),
      });
    return name;
  }

  /** A built-in or shared type, if one fits. */
  private plain({ base, facets }: Simple): string | undefined {
    if (facets.length === 0) return base;
    if (facets.length > 1 || facets[0] !== FINITE) return undefined;
    let shared = this.finite.get(base);
    if (shared === undefined) {
      shared = this.names.take(base === 'xs:float' ? 'Float' : 'Double');
      this.finite.set(base, shared);
      this.defs.push({ kind: 'simple', name: shared, doc: 'A JSON number.', base, facets });
    }
    return shared;
  }
}

/** Union members, the strictest first: a number must not become a string. */
export function unionOf(members: readonly string[]): string[] {
  const rank = (type: string) => (type === 'xs:string' ? 2 : type.startsWith('xs:') ? 1 : 0);
  return [...new Set(members)].sort((a, b) => rank(a) - rank(b));
}
