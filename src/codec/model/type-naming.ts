// JSON form of xsi:type at elements that are declared with one type: `"$type": "prefix:Name"`, or the mapping's `discriminator`.
import { bytesOf } from '../../bytes/buffer.ts';
import type { TypeDef } from '../../contract/model/model.ts';
import { clark, parseClark, type QName } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';

/** The member that names the type where the mapping has no other name for it. */
export const TYPE_KEY = '$type';

export class TypeNaming {
  /** JSON name of the member. */
  readonly key: string;
  readonly keyBytes: Uint8Array;
  private readonly dialect: Dialect;
  private readonly values: ReadonlyMap<string, string>;
  private readonly types: ReadonlyMap<string, QName>;
  private readonly labels = new Map<TypeDef, Uint8Array | undefined>();

  /** `values`: Clark name of a type → value, a bijection. Other types have their dialect names. */
  constructor(key: string, values: ReadonlyMap<string, string>, dialect: Dialect) {
    this.key = key;
    this.keyBytes = bytesOf(key);
    this.dialect = dialect;
    this.values = values;
    this.types = new Map([...values].map(([name, value]) => [value, parseClark(name)!]));
  }

  value(name: QName): string {
    return this.values.get(clark(name)) ?? this.dialect.nameOf(name);
  }

  /** Undefined: no name of a type. A type in `values` has no other name. */
  parse(text: string): QName | undefined {
    const listed = this.types.get(text);
    if (listed !== undefined) return listed;
    const name = this.dialect.parseName(text);
    return name === undefined || this.values.has(clark(name)) ? undefined : name;
  }

  /** `"$type":"prefix:Name"`; undefined for anonymous types. */
  label(type: TypeDef): Uint8Array | undefined {
    if (!this.labels.has(type)) this.labels.set(type, this.labelOf(type));
    return this.labels.get(type);
  }

  private labelOf({ name }: TypeDef): Uint8Array | undefined {
    return name === undefined ? undefined : this.labelFor(name);
  }

  labelFor(name: QName): Uint8Array {
    return bytesOf(`${JSON.stringify(this.key)}:${JSON.stringify(this.value(name))}`);
  }
}
