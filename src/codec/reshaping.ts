// What a reshape means for the members of one type: their JSON names, and the looks of their values.
import type { AttributeUse, ElementDecl, Schemas, SimpleType, TypeDef } from '../contract/model.ts';
import { type LetterCase, noReshape, type Reshape, type TypeReshape } from './reshape.ts';
import { renameValues } from './simple/enum.ts';

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
    if (!this.perType.has(type)) this.perType.set(type, this.look(type));
    return this.perType.get(type);
  }

  private look(type: TypeDef): TypeLook | undefined {
    const rules = this.reshape.types.filter((r) => type === r.type || this.schemas.derives(type, r.type));
    return rules.length === 0 && this.reshape.case === undefined ? undefined : new TypeLook(rules, this.reshape.case);
  }
}

export class TypeLook {
  private readonly rules: readonly TypeReshape[];
  private readonly letters: LetterCase | undefined;

  constructor(rules: readonly TypeReshape[], letters: LetterCase | undefined) {
    this.rules = rules;
    this.letters = rules.findLast((r) => r.case !== undefined)?.case ?? letters;
  }

  /** `key`: the dialect's name. */
  key(key: string): string {
    return this.rules.findLast((r) => r.rename.has(key))?.rename.get(key) ?? inCase(key, this.letters);
  }

  element(key: string, decl: ElementDecl): ElementDecl {
    const values = this.values(key);
    return values === undefined || decl.type.kind !== 'simple'
      ? decl
      : { ...decl, type: renameValues(decl.type as SimpleType, values), substitutes: [] };
  }

  attribute(key: string, use: AttributeUse): AttributeUse {
    const values = this.values(key);
    return values === undefined ? use : { ...use, type: renameValues(use.type, values) };
  }

  private values(key: string): ReadonlyMap<string, string> | undefined {
    return this.rules.findLast((r) => r.enums.has(key))?.enums.get(key);
  }
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
