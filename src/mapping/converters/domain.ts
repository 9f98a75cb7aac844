// Converters of a small domain: reports those that no value can pass by the contract.
import type { SimpleType } from '../../contract/model/model.ts';
import { SoapstoneError } from '../../errors/errors.ts';
import { scalarText } from '../../json/walk.ts';
import type { Text } from '../../pattern/text/converter.ts';
import type { CheckedUse, Mistake } from '../model/converter-entry.ts';
import { isList, nameOfType, type VariableType } from '../model/variables.ts';

export interface Domain {
  readonly label: string;
  /** Samples: if the type allows none of them, it allows no value of the domain. */
  readonly texts: readonly string[];
  /** The samples are the whole domain. */
  readonly all: boolean;
  readonly has: RegExp;
}

/** The type at one end never allows a value of the domain. */
export function outsideDomain(domain: Domain, use: CheckedUse): Mistake | undefined {
  const { text, name, ends, type, first, last, codec } = use;
  if (first && type !== undefined && !mayBe(ends.variable, domain))
    return {
      message: `${text}: {${name}} is ${nameOfType(type, codec)}, which is never ${domain.label}`,
      hint: holdsMany(type) ? `write {${name}|csv}` : `write {${name}}`,
    };
  if (!last || mayBe(ends.place, domain)) return undefined;
  return { message: `${text}: the contract never allows ${domain.label} here`, hint: `write {${name}}` };
}

/** A list of elements, or a value of a list type. */
export function holdsMany(type: VariableType): boolean {
  if (isList(type)) return true;
  return type.kind === 'value' && type.type.kind === 'simple' && isListType(type.type);
}

function isListType({ variety, members = [] }: SimpleType): boolean {
  return variety === 'list' || members.some(isListType);
}

function mayBe(text: Text, { texts, all, has }: Domain): boolean {
  return texts.some((sample) => {
    try {
      return has.test(scalarText(text.fromText(sample)) ?? '');
    } catch (e) {
      if (!(e instanceof SoapstoneError)) throw e;
      // Facets may allow other values of the domain.
      return e.code === 'CODEC_FACET' && !all;
    }
  });
}
