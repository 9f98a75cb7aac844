// The type of a custom record, by a reference to it.
import { customRecordOf } from './customizations.ts';
import { Refusal } from './status.ts';

/** Script id of a type of custom records, by that or by its internal id. Throws Refusal. */
export function customTypeOf(id: string | undefined): string {
  if (id === undefined) throw new Refusal('RCRD_TYPE_REQD', 'A custom record names its type.');
  const found = customRecordOf(id);
  if (found) return found.scriptId;
  throw new Refusal('INVALID_RCRD_TYPE', `There are no custom records of type ${id.slice(0, 100)}.`);
}
