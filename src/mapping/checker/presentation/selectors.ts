// Which types a key of `types:` speaks of: one by its name, or all whose names fit `prefix:*Search*`, perhaps those alone that have a member.
import type { Codec } from '../../../codec/model/codec.ts';
import type { ComplexType } from '../../../contract/model/model.ts';
import { atOnce, each, type Steps } from '../../../event-loop/steps.ts';
import { XSD_NS } from '../../../xml/reader/names.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import { unknownPrefix } from '../contract-lookup/operation.ts';

/** What patterns of names are read against. `codec` is the plain one. */
export interface TypeNames {
  readonly codec: Codec;
  readonly report: Report;
}

export interface Selected {
  readonly types: readonly ComplexType[];
  /** How much of the name is said: what says more comes later and wins. */
  readonly weight: number;
}

const SELECTOR = /^(.*?)(?:\[([^\]]+)\])?$/;

export function isSelector(key: string): boolean {
  return key !== '*' && /[*[\]]/.test(key.replace(/^\{[^}]*\}/, ''));
}

/** None fits: that is a problem, reported. */
export function select(entry: Pick<YamlEntry, 'key' | 'place'>, ctx: TypeNames): Selected {
  return atOnce(selectSteps(entry, ctx));
}

export function* selectSteps(entry: Pick<YamlEntry, 'key' | 'place'>, ctx: TypeNames): Steps<Selected> {
  const { codec, report } = ctx;
  const { key, place } = entry;
  const [, name, member] = SELECTOR.exec(key)!;
  const colon = name.startsWith('{') ? name.indexOf('}') : name.indexOf(':');
  const glob = name.slice(colon + 1);
  const ns = colon < 0 ? undefined : codec.dialect.parseName(`${name.slice(0, colon + 1)}x`)?.ns;
  if (colon >= 0 && ns === undefined) {
    unknownPrefix(name, place, codec.dialect, report);
    return { types: [], weight: 0 };
  }
  const fits = new RegExp(`^${glob.split('*').map(escaped).join('.*')}$`);
  const types: ComplexType[] = [];
  yield* each(codec.schemas.types.values(), (type) => {
    if (
      type.kind === 'complex' &&
      type.name !== undefined &&
      type.name.ns !== XSD_NS &&
      (ns === undefined || type.name.ns === ns) &&
      fits.test(type.name.local) &&
      (member === undefined || codec.members(type).some((m) => m.key === member))
    )
      types.push(type);
  });
  if (types.length === 0) report.add('MAPPING_UNKNOWN_ELEMENT', `no type of the contract matches "${key}"`, place);
  return { types, weight: key.replaceAll('*', '').length };
}

function escaped(text: string): string {
  return text.replace(/[\^$\\.+?()[\]{}|/]/g, '\\$&');
}
