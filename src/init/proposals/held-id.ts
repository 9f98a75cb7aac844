// An id of the path that stands in an object beside other inputs: `PUT /configurations/{token}` of SetConfiguration { configuration { @token }, persist }.
import type { Codec } from '../../codec/model/codec.ts';
import type { Member } from '../../codec/model/members.ts';
import type { YamlNode } from '../../mapping/syntax/yaml.ts';
import { camel, wordsOf } from '../naming/names.ts';
import { isSimple, membersOf } from '../operations/levels.ts';
import type { ListedOperation } from '../operations/operations.ts';
import { type HeldId, heldPlace, type Route } from '../routes/route.ts';
import { quoted } from '../table/table.ts';
import { expandedRule, flowOf, isObject, type LongRow, longRowOf, textOf } from './long-row.ts';
import { flow } from './proposal.ts';

/** undefined where the short row of the operation has no such place. */
export function heldRow(
  rule: YamlNode,
  { operation: { name, input } }: ListedOperation,
  route: Pick<Route, 'path'> & { readonly heldId: HeldId },
  codec: Codec,
): LongRow | undefined {
  const expanded = expandedRule(rule);
  const object = membersOf(input.body[0].type, codec).find((member) => isNamed(member, route.heldId.object));
  if (expanded === undefined || !isObject(object)) return undefined;
  const inside = membersOf(object.element.type, codec);
  const id = inside.find((member) => isSimple(member) && isNamed(member, route.heldId.id));
  const placeholder = /\{\w+\}$/.exec(route.path)?.[0];
  if (id === undefined || placeholder === undefined) return undefined;
  const { body, content } = expanded;
  const withId = (hole?: string) =>
    flow([[id.key, quoted(placeholder)], ...(hole === undefined ? [] : [['$rest', quoted(hole)] as const])]);
  const line = expanded.line.replace(heldPlace(route), route.path);
  const entries = content.value.kind === 'map' ? content.value.entries : [];
  // Without other inputs of the body, the object is all of it.
  const whole = entries.find(({ key, value }) => key === object.key && textOf(value) === body);
  if (whole) {
    const pairs = entries.map(({ key, value }) => [key, key === whole.key ? withId(body) : flowOf(value)] as const);
    return longRowOf(name, expanded, { line, body: quoted(body), message: flow(pairs) });
  }
  const beside = entries.filter(({ key }) => key !== '$rest').map(({ key, value }) => [key, flowOf(value)] as const);
  const members = inside.filter((member) => member !== id);
  const hole = `{${camel(wordsOf(object.key))}${members.some(({ required }) => required) ? '' : '?'}}`;
  const objectEntry = members.length === 0 ? [] : [[object.key, quoted(hole)] as const];
  const rest = ['$rest', quoted(body)] as const;
  return longRowOf(name, expanded, {
    line,
    body: objectEntry.length === 0 ? quoted(body) : flow([...objectEntry, rest]),
    message: flow([...beside, [object.key, withId(members.length === 0 ? undefined : hole)], rest]),
  });
}

/** In camelCase or not. */
function isNamed({ key }: Member, name: string): boolean {
  const isAttribute = (text: string) => text.startsWith('@');
  return isAttribute(key) === isAttribute(name) && wordsOf(key).join(' ') === wordsOf(name).join(' ');
}
