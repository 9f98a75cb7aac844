// `pages` of a job as they are written: variables of its result, which is a window of a list.

import { fieldsOf, type Located, nameField } from './fields.ts';
import type { Report } from './report.ts';
import type { YamlEntry } from './yaml.ts';

/** Names of variables, by what they mean to the window. */
const WINDOW_ROLES = ['items', 'limit', 'offset', 'total', 'count', 'more', 'links'] as const;
export type WindowRole = (typeof WINDOW_ROLES)[number];
export type WindowRow = ReadonlyMap<WindowRole, Located<string>>;

export function readWindow(entry: YamlEntry | undefined, report: Report): WindowRow | undefined {
  if (entry === undefined) return undefined;
  const fields = fieldsOf(entry.value, { keys: [...WINDOW_ROLES] }, '"pages" of the job', report);
  for (const role of ['items', 'limit', 'offset'])
    if (!fields.has(role))
      report.add('MAPPING_MISSING', `"pages" of the job has no "${role}"`, entry.place, `write ${role}: NAME`);
  return new Map(
    WINDOW_ROLES.flatMap((role) => {
      const name = nameField(fields.get(role), report);
      return name ? [[role, name] as const] : [];
    }),
  );
}
