// The bytes that all candidates get.

import { toJson } from '../erp/json.ts';
import { addRequest, listReply, oneRecordReply } from '../erp/messages.ts';
import type { Node } from '../erp/node.ts';
import { envelope } from '../erp/xml.ts';

export const LIST = 100;

export interface Input {
  readonly node: Node;
  /** The envelope. */
  readonly xml: Buffer;
  /** JSON of the body element. */
  readonly json: Buffer;
}

function input(node: Node): Input {
  return { node, xml: Buffer.from(envelope(node)), json: Buffer.from(toJson(node)) };
}

/** Responses, for decoding. */
export function replies(): { one: Input; list: Input } {
  return { one: input(oneRecordReply()), list: input(listReply(LIST)) };
}

/** Requests, for encoding. */
export function requests(): { one: Input; list: Input } {
  return { one: input(addRequest(1)), list: input(addRequest(LIST)) };
}
