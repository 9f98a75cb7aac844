// Names under `$defs`: safe in a URI fragment and as an OpenAPI component key, unique, stable for one order of asking.
import type { QName } from '../../xml/reader/names.ts';
import type { Dialect } from '../datatypes/dialect.ts';

/** Hands out `bank.Account` for `bank:Account`, `Account` for a name whose namespace has no prefix, `Account_2` for the next of its kind. */
export class DefNames {
  private readonly usedNames: Set<string>;
  private readonly dialect: Dialect;

  /** `usedNames`: names that are in use already; grows with those handed out. */
  constructor(dialect: Dialect, usedNames = new Set<string>()) {
    this.dialect = dialect;
    this.usedNames = usedNames;
  }

  take(name: QName, suffix = ''): string {
    const text = this.dialect.nameOf(name);
    const base = safe(text.startsWith('{') ? name.local : text) + suffix;
    let free = base;
    for (let n = 2; this.usedNames.has(free); n++) free = `${base}_${n}`;
    this.usedNames.add(free);
    return free;
  }
}

function safe(name: string): string {
  return name.replaceAll(':', '.').replace(/[^A-Za-z0-9._-]/g, '_');
}
