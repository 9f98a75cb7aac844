// What became of values that are more than one text: lists, nil, derived types, mixed content.
import { Digits, find, type Json } from './json.ts';
import { type Judgement, judgement, moment, text, written } from './judge.ts';
import { LIST_LENGTH, values } from './replies.ts';

export function nilAndAbsent(json: Json): Judgement {
  const [note, memo] = [find(json, 'note'), find(json, 'memo')];
  const seen = `nil: ${written(note)}; absent: ${written(memo)}`;
  if (note === null && memo === undefined) return judgement('right', seen);
  return judgement(note === undefined || note === memo ? 'lost' : 'wrong', seen);
}

/** An empty object, or a list without items. A text or null is another value. */
export function emptyList(lines: Json | undefined): Judgement {
  if (lines === undefined) return judgement('lost', 'absent');
  const items = Array.isArray(lines) ? lines : find(lines, 'line');
  const isObject = typeof lines === 'object' && lines !== null;
  const isEmpty = isObject && (items === undefined || (Array.isArray(items) && items.length === 0));
  return judgement(isEmpty ? 'right' : 'wrong', written(lines));
}

export function listOfOne(lines: Json | undefined): Judgement {
  const items = Array.isArray(lines) ? lines : lines === undefined ? undefined : find(lines, 'line');
  if (items === undefined) return judgement('lost', written(lines));
  return judgement(Array.isArray(items) && items.length === 1 ? 'right' : 'wrong', written(lines));
}

export function everyOrder(json: Json): Judgement {
  const list = find(json, 'order');
  const numbers = Array.isArray(list) ? list.map((one) => find(one, 'number')) : [];
  const missing = Array.from({ length: LIST_LENGTH }, (_, i) => `order-${i + 1}`).filter((n, i) => numbers[i] !== n);
  const seen = `${numbers.length} orders, ${missing.length} not in their place`;
  return judgement(missing.length === 0 && numbers.length === LIST_LENGTH ? 'right' : 'lost', seen);
}

/** Its fields, as the types that they have, and the name of the type. */
export function derivedType(customer: Json | undefined): Judgement {
  const seen = written(customer);
  const [limit, exempt] = ['creditLimit', 'taxExempt'].map((name) => customer && find(customer, name));
  if (limit === undefined || exempt === undefined) return judgement('lost', seen);
  const isTyped = limit instanceof Digits && limit.text === values.creditLimit && exempt === false;
  if (!isTyped) return judgement('wrong', seen);
  return judgement(/"(?:[^"]*[:}])?Company"/.test(seen) ? 'right' : 'lost', seen);
}

/** Both texts and the element between them, in document order. */
export function mixed(remark: Json | undefined): Judgement {
  const seen = written(remark);
  return judgement(/Call .*before.* noon/.test(seen) ? 'right' : 'lost', seen);
}

/** Values of the fault's detail as members of the body; in a text they are lost. */
export function faultDetail(body: Json | undefined): Judgement {
  const found = body && find(body, 'archivedOn');
  const order = body && find(body, 'number');
  const detail = moment(found, values.archivedOn);
  return detail.verdict === 'right' ? text(order, 'gone') : detail;
}
