// Schemas that extend a schema by `allOf`, and that its discriminator tells apart (OpenAPI 3.1 §4.8.25).
import { child, children, type Documents, type Located, nameOf, placeOf, propertyOf } from './document.ts';
import type { Variants } from './shape.ts';

export class Inheritance {
  private readonly documents: Documents;
  /** Place of a schema → the schemas that extend it, of one file. */
  private readonly byFile = new Map<string, ReadonlyMap<string, readonly Located[]>>();

  constructor(documents: Documents) {
    this.documents = documents;
  }

  /** Of a schema that has a discriminator without `oneOf`, or stands for one that has: itself and all that extend it. */
  variantsOf(at: Located): Variants | undefined {
    const base = this.aliased(at);
    const discriminator = propertyOf(base.value, 'discriminator');
    const key = propertyOf(discriminator, 'propertyName');
    if (typeof key !== 'string' || hasAlternatives(base.value)) return undefined;
    const mapping = Object.entries((propertyOf(discriminator, 'mapping') ?? {}) as object);
    const extending = this.extending(base);
    if (extending.length === 0) return undefined;
    const schemaByValue = new Map<string, Located>();
    for (const schema of [base, ...extending]) {
      const mapped = mapping.filter(([, target]) => this.isTarget(target, schema)).map(([value]) => value);
      for (const value of mapped.length > 0 ? mapped : [nameOf(schema)]) schemaByValue.set(value, schema);
    }
    return { key, schemaByValue };
  }

  /** A schema that only refers to another one, perhaps with null beside it, means that. */
  private aliased(at: Located): Located {
    const schema = this.documents.resolve(at) ?? at;
    if (propertyOf(schema.value, 'properties') !== undefined) return schema;
    const choices = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => children(child(schema, keyword)));
    const [only, ...others] = choices.filter(([, { value }]) => propertyOf(value, 'type') !== 'null');
    return only && others.length === 0 ? this.aliased(only[1]) : schema;
  }

  /** Directly and indirectly, in the order of the document. */
  private extending(base: Located): Located[] {
    const found = new Map<string, Located>();
    const add = (schema: Located) => {
      for (const one of this.extensions(schema.file).get(placeOf(schema)) ?? [])
        if (!found.has(placeOf(one)) && placeOf(one) !== placeOf(base)) add(found.set(placeOf(one), one) && one);
    };
    add(base);
    return [...found.values()];
  }

  private extensions(file: string): ReadonlyMap<string, readonly Located[]> {
    let all = this.byFile.get(file);
    if (all === undefined) {
      const schemas = children(child(child(this.documents.open(file), 'components'), 'schemas')).map(([, at]) => at);
      const pairs = schemas.flatMap((at) => this.bases(at).map((base) => [placeOf(base), at] as const));
      const groups = Map.groupBy(pairs, ([place]) => place);
      all = new Map([...groups].map(([place, group]) => [place, group.map(([, at]) => at)]));
      this.byFile.set(file, all);
    }
    return all;
  }

  private bases(at: Located): Located[] {
    const references = children(child(at, 'allOf')).filter(([, { value }]) => propertyOf(value, '$ref') !== undefined);
    return references.flatMap(([, reference]) => this.documents.resolve(reference) ?? []);
  }

  /** A mapping names a schema by its reference, or by its name. */
  private isTarget(target: unknown, schema: Located): boolean {
    if (target === nameOf(schema)) return true;
    const resolved = this.documents.resolve({ value: { $ref: target }, file: schema.file, pointer: '' });
    return resolved !== undefined && placeOf(resolved) === placeOf(schema);
  }
}

function hasAlternatives(schema: unknown): boolean {
  return propertyOf(schema, 'oneOf') !== undefined || propertyOf(schema, 'anyOf') !== undefined;
}
