// The element that `fault:` of a fault row names: a declared one, or any global element, since servers send what they never declared.
import type { ElementDecl } from '../../../contract/model/model.ts';
import { nearest } from '../../../errors/suggest.ts';
import { clark, type QName } from '../../../xml/reader/names.ts';
import type { Located } from '../../syntax/fields.ts';
import type { BuildContext } from '../bound-hole.ts';
import { findElement, unknownPrefix } from '../contract-lookup/operation.ts';

/** undefined: any fault, or (reported) one that nothing is like. A name that is not quite right stands for the element that was likely meant. */
export function faultElement(
  fault: Located<string> | undefined,
  declared: readonly ElementDecl[],
  ctx: BuildContext,
): ElementDecl | undefined {
  const { report, codec } = ctx;
  if (fault === undefined || fault.value === '*') return undefined;
  const { value, place } = fault;
  const name = codec.dialect.parseName(value);
  const element = findElement(declared, value, codec.dialect) ?? (name && codec.schemas.elements.get(clark(name)));
  if (element) return element;
  const likely = likelyMeant(name ?? { ns: '', local: value.slice(value.indexOf(':') + 1) }, declared, ctx);
  const hint = likely && `did you mean "${spelled(likely, value, declared, ctx)}"?`;
  if (unknownPrefix(value, place, codec.dialect, report, hint)) return likely;
  const names = [...new Set(declared.map((e) => e.name.local))];
  const choices = names.length === 0 ? 'it declares no faults' : `it declares ${names.join(', ')}`;
  report.add('MAPPING_UNKNOWN_FAULT', `the contract declares no fault "${value}"`, place, hint ?? choices);
  return likely;
}

/** Of that local name in another namespace, else with nearly that name: a declared one, or one of the namespace. */
function likelyMeant({ ns, local }: QName, declared: readonly ElementDecl[], { codec }: BuildContext) {
  const all = [...declared, ...codec.schemas.elements.values()];
  const like = [...declared, ...all.filter(({ name }) => ns !== '' && name.ns === ns)];
  const names = like.map(({ name }) => name.local);
  const likely = all.some(({ name }) => name.local === local) ? local : nearest(local, names);
  return all.find(({ name }) => name.local === likely);
}

/** As the row should have it: a declared one needs no prefix, and the row's own prefix is as good as any. */
function spelled(
  { name }: ElementDecl,
  text: string,
  declared: readonly ElementDecl[],
  { codec }: BuildContext,
): string {
  const prefixedName = text.replace(/[^:}]*$/, name.local);
  if (prefixedName === name.local && declared.some((e) => e.name === name)) return prefixedName;
  const back = codec.dialect.parseName(prefixedName);
  return back && clark(back) === clark(name) ? prefixedName : codec.dialect.nameOf(name);
}
