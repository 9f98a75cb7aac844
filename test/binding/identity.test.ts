import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/binding/identity.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('request ids', () => {
  it('are UUIDs, and no two are the same, from one series of them to the next', () => {
    const ids = new Set<string>();
    for (let i = 0; i < 1_100_000; i++) ids.add(requestId(undefined));
    expect(ids.size).toBe(1_100_000);
    let index = 0;
    for (const id of ids) if (index++ % 10_000 === 0) expect(id).toMatch(UUID);
  });

  it('are those of the client where they are well-formed', () => {
    expect(requestId('order-7/a')).toBe('order-7/a');
    expect(requestId('two words')).toMatch(UUID);
    expect(requestId(['a', 'b'])).toMatch(UUID);
  });
});
