// A word on many types at once holds for those that have what it names. That none has is a mistake, and so are two words of one weight.
import type { TypeDef } from '../../../contract/model/model.ts';
import type { Place, SoapstoneError } from '../../../errors/errors.ts';
import type { Report } from '../../syntax/report.ts';
import type { YamlEntry } from '../../syntax/yaml.ts';
import type { TypesContext } from './context.ts';

/** `read` for each; that some lack a member is no problem, unless all do. */
export function ofSome<T, R>(all: readonly T[], ctx: TypesContext, read: (item: T, ctx: TypesContext) => R): R[] {
  const lacking = new Map<string, { readonly problem: SoapstoneError; count: number }>();
  const results = all.map((item) => {
    const report = ctx.report.apart();
    const result = read(item, { ...ctx, report });
    for (const problem of report.problems) {
      if (problem.code !== 'MAPPING_UNKNOWN_ELEMENT') ctx.report.problems.push(problem);
      else {
        const at = `${problem.place?.line}:${problem.place?.col} ${problem.message}`;
        lacking.set(at, { problem, count: (lacking.get(at)?.count ?? 0) + 1 });
      }
    }
    return result;
  });
  for (const { problem, count } of lacking.values())
    if (count === all.length && problem.place)
      ctx.report.add(problem.code, `${problem.message}, in any matching type`, problem.place);
  return results;
}

interface Weighted {
  readonly type: TypeDef;
  readonly weight: number;
  readonly place: Place;
  readonly fields: ReadonlyMap<string, YamlEntry>;
}

/** Two patterns of one length that say the same word about one type: neither is the more exact. */
export function checkWeights(entries: readonly Weighted[], report: Report): void {
  const byWeight = new Map<string, Map<TypeDef, Weighted>>();
  for (const entry of entries) {
    if (entry.weight === Number.POSITIVE_INFINITY) continue;
    for (const key of entry.fields.keys()) {
      const at = `${entry.weight} ${key}`;
      const types = byWeight.get(at) ?? new Map<TypeDef, Weighted>();
      byWeight.set(at, types);
      const rival = types.get(entry.type);
      types.set(entry.type, entry);
      if (rival === undefined || rival.fields === entry.fields) continue;
      const name = entry.type.name?.local ?? '';
      const message = `"${key}" of the type "${name}" is also set at line ${rival.place.line} by a pattern of the same length`;
      report.add('MAPPING_DUPLICATE', message, entry.place, 'make one of them longer, or name the type itself');
    }
  }
}
