// JSON.parse and JSON.stringify of the equivalent JSON: how fast objects come from bytes and go to bytes without any XML.
import { expectOrders } from './expect.ts';
import { type Input, LIST, replies, requests } from './inputs.ts';
import type { Mode, Modes } from './mode.ts';

function parse(input: Input, count: number): Mode {
  const run = () => JSON.parse(input.json.toString('utf8')) as unknown;
  return { run, check: () => expectOrders(JSON.stringify(run()), count) };
}

function stringify(input: Input, count: number): Mode {
  const value = JSON.parse(input.json.toString('utf8')) as unknown;
  const run = () => Buffer.from(JSON.stringify(value));
  return { run, check: () => expectOrders(run().toString(), count) };
}

export function decoding(): Modes {
  const { one, list } = replies();
  return new Map([
    ['decode one', parse(one, 1)],
    ['decode list', parse(list, LIST)],
  ]);
}

export function encoding(): Modes {
  const { one, list } = requests();
  return new Map([
    ['encode one', stringify(one, 1)],
    ['encode list', stringify(list, LIST)],
  ]);
}
