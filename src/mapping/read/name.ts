// Names of variables as roles name them.
import type { Report } from '../report.ts';
import type { YamlEntry } from '../yaml.ts';
import { type Placed, textField } from './fields.ts';

const NAME = /^[A-Za-z_][\w.-]*$/;

/** The name of a variable, without braces. */
export function nameField(entry: YamlEntry | undefined, report: Report): Placed<string> | undefined {
  const text = textField(entry, report);
  if (entry === undefined || text === undefined) return undefined;
  if (NAME.test(text.value)) return text;
  const hint = `write ${entry.key}: ${text.value.replaceAll(/[{}]/g, '')}`;
  report.add('MAPPING_PATTERN', `"${entry.key}" names a variable, without braces`, text.place, hint);
  return undefined;
}
