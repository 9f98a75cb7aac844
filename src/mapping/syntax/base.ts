// A path above rules as it is written: that of the table, or one of a REST side's own.
import { faultOf } from '../../pattern/text/path.ts';
import type { Located } from './fields.ts';
import type { Report } from './report.ts';

/** `/v1`, or '' for none. */
export function basePath(base: Located<string> | undefined, report: Report): string {
  if (base === undefined || base.value === '/' || base.value === '') return '';
  const segments = base.value.split('/');
  const wrong = base.value.startsWith('/')
    ? segments
        .slice(1)
        .map(faultOf)
        .find((f) => f !== undefined)
    : 'it must begin with "/"';
  if (wrong === undefined) return base.value;
  report.add('MAPPING_PATTERN', `"${base.value}" cannot be a base path: ${wrong}`, base.place, 'write /a/b');
  return '';
}
