// Conditions on the state of a resource (RFC 9110 §13.1): what is not known is not taken for absent.
import { expect, it } from 'vitest';
import { preconditionOf } from '../../../src/binding/rest/front/precondition.ts';
import { namesTag } from '../../../src/binding/rest/front/response.ts';
import { codedFault, type Fault } from '../../../src/fault/fault.ts';
import type { RestRules, Rule } from '../../../src/rule/rule.ts';

const state = { bytes: Buffer.from('{}'), start: 0, end: 2 };

/** The message of the refusal; undefined: the request goes on. */
async function refusal(headers: object, read: () => Promise<unknown>, match: () => unknown = () => []) {
  const reader = { response: { rest: { etag: 0 } }, request: { rest: { match } } } as unknown as Rule;
  const rules = { lookup: () => ({ kind: 'found', rules: [reader], segments: [] }) } as unknown as RestRules;
  const check = preconditionOf(rules, '/x', headers as never, read as never)!;
  return check({} as never).then(
    () => undefined,
    (fault: Fault) => fault.message,
  );
}

const create = { 'if-none-match': '*' };
const unknown = 'the state of the resource cannot be read, so the condition cannot be judged';

it('creates where the service has nothing', async () => {
  expect(await refusal(create, () => Promise.reject(codedFault('NOT_FOUND', 'no')))).toBeUndefined();
  expect(await refusal(create, async () => [state])).toContain('is there already');
});

it('refuses where the state is not known', async () => {
  expect(await refusal(create, async () => [undefined])).toBe(unknown);
  expect(
    await refusal(
      create,
      async () => [state],
      () => undefined,
    ),
  ).toBe(unknown);
});

it.each([
  ['*', true, true],
  ['"a", "t"', true, true],
  ['W/"t"', false, true],
  ['"v1,*,t"', false, false],
  ['W/*', false, false],
])('%s names "t": strong %s, weak %s', (field, strong, weak) => {
  expect([namesTag(field, '"t"', 'strong'), namesTag(field, '"t"', 'weak')]).toEqual([strong, weak]);
});
