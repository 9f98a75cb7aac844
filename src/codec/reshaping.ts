// What a reshape means for the members of one type: their JSON names, and the looks of their values.
import type { AttributeUse, ComplexType, ElementDecl, Schemas, SimpleType, TypeDef } from '../contract/model.ts';
import { type LetterCase, noReshape, type Reshape, type TypeReshape } from './reshape.ts';
import { renameValues } from './simple/enum.ts';
import { holdsOneList, unwrap, wrapped } from './unwrapped.ts';

export class Reshaping {
  private readonly schemas: Schemas;
  private readonly reshape: Reshape;
  private readonly perType = new Map<TypeDef, TypeLook | undefined>();

  constructor(schemas: Schemas, reshape: Reshape) {
    this.schemas = schemas;
    this.reshape = reshape;
  }

  /** Undefined where nothing is said about the type. */
  of(type: TypeDef): TypeLook | undefined {
    if (this.reshape === noReshape) return undefined;
    const own = wrapped(type) ?? type;
    if (!this.perType.has(own)) this.perType.set(own, this.look(own));
    return this.perType.get(own);
  }

  private look(type: TypeDef): TypeLook | undefined {
    const rules = this.reshape.types.filter((r) => type === r.type || this.schemas.derives(type, r.type));
    return rules.length === 0 && this.reshape.case === undefined
      ? undefined
      : new TypeLook(rules, this.reshape.case, (other) => this.of(other));
  }
}

export class TypeLook {
  private readonly rules: readonly TypeReshape[];
  private readonly letters: LetterCase | undefined;
  private readonly of: Reshaping['of'];
  private onlyNames: TypeLook | undefined;

  /** `of`: the looks of other types. */
  constructor(rules: readonly TypeReshape[], letters: LetterCase | undefined, of: Reshaping['of']) {
    this.rules = rules;
    this.of = of;
    this.letters = rules.findLast((r) => r.case !== undefined)?.case ?? letters;
  }

  /** What it says about names and values: all that holds inside repeated groups and mixed content. */
  get names(): TypeLook {
    return (this.onlyNames ??= new TypeLook(this.rules.map(namesOnly), this.letters, this.of));
  }

  /** `key`: the dialect's name. */
  key(key: string): string {
    return this.rules.findLast((r) => r.rename.has(key))?.rename.get(key) ?? inCase(key, this.letters);
  }

  /** The discriminators that may name the type, the one for elements declared with it first. */
  get discriminators(): readonly NonNullable<TypeReshape['discriminator']>[] {
    return this.rules.flatMap((r) => r.discriminator ?? []).toReversed();
  }

  omits(key: string): boolean {
    return this.rules.some((r) => r.omit.has(key));
  }

  element(key: string, decl: ElementDecl): ElementDecl {
    if (this.rules.some((r) => r.unwrap.has(key))) return this.unwrapped(decl);
    const values = this.values(key);
    return values === undefined || decl.type.kind !== 'simple'
      ? decl
      : { ...decl, type: renameValues(decl.type as SimpleType, values), substitutes: [] };
  }

  private unwrapped(decl: ElementDecl): ElementDecl {
    const inner = this.of(decl.type);
    const fits = decl.substitutes.length === 0 && holdsOneList(decl.type, (key) => inner?.omits(key) ?? false);
    return fits ? { ...decl, type: unwrap(decl.type as ComplexType) } : decl;
  }

  attribute(key: string, use: AttributeUse): AttributeUse {
    const values = this.values(key);
    return values === undefined ? use : { ...use, type: renameValues(use.type, values) };
  }

  private values(key: string): ReadonlyMap<string, string> | undefined {
    return this.rules.findLast((r) => r.enums.has(key))?.enums.get(key);
  }
}

function namesOnly({ type, rename, case: letters, enums }: TypeReshape): TypeReshape {
  return { type, rename, case: letters, enums, omit: new Set(), unwrap: new Map(), keyed: new Map() };
}

/** `AccountId` → `accountId` or `account_id`; marks (`@`, `$`) stay in front, qualified names stay as they are. */
export function inCase(key: string, letters: LetterCase | undefined): string {
  if (letters === undefined || key.startsWith('$') || key.includes(':') || key.includes('{')) return key;
  const mark = key.startsWith('@') ? '@' : '';
  const words = key
    .slice(mark.length)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .map((word) => word.toLowerCase());
  if (letters === 'snake') return mark + words.join('_');
  return mark + words.map((w, i) => (i === 0 ? w : w.charAt(0).toUpperCase() + w.slice(1))).join('');
}
