// What must not be shown even to the person who typed it: outputs of explain end up in tickets.
import { fromJs, type Json } from '../../json/value.ts';
import type { Bindings, Rule } from '../../mapping/rule.ts';

const SECRET_NAME = /pass(word|wd|phrase)?$|secret|token|credential|api_?key|signature|authorization|cookie/i;
const SUPPLIED = '$';
const MASK = '***';

/** Variables that the gateway supplies (`$…`), and those named like secrets. */
export function isSecret(name: string): boolean {
  return name.startsWith(SUPPLIED) || SECRET_NAME.test(name);
}

/** Secret text values are replaced before anything is written from the bindings; other kinds keep their type and stay. */
export function masked(rule: Rule, bindings: Bindings): Bindings {
  return bindings.map((value, i) => (value && isSecret(rule.variables[i]) && isText(value) ? fromJs(MASK) : value));
}

export function maskedHeader(name: string, value: string): string {
  return isSecret(name) ? MASK : value;
}

function isText(value: Json): boolean {
  return value.bytes[value.start] === 0x22;
}
