// Compiles messages of rules when a SOAP version first needs them.

import type { Codec } from '../../../codec/model/codec.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { clark } from '../../../xml/reader/names.ts';
import { type Message, requestMessage } from '../message.ts';

export class Programs<R extends SoapFrontRule> {
  private readonly codec: Codec;
  private readonly commonBlocks: ReadonlySet<string>;
  private readonly messages: Readonly<Record<SoapVersion, Map<SoapPattern, Message>>> = {
    '1.1': new Map(),
    '1.2': new Map(),
  };
  private readonly blocks = new Map<R, ReadonlySet<string>>();

  /** `commonBlocks`: Clark names of header blocks that are understood whatever the rule. */
  constructor(codec: Codec, commonBlocks: ReadonlySet<string> = new Set()) {
    this.codec = codec;
    this.commonBlocks = commonBlocks;
  }

  /** A message without fault: a request to read, or a response to write. */
  message(side: SoapPattern, version: SoapVersion): Message {
    const messages = this.messages[version];
    let message = messages.get(side);
    if (!message) messages.set(side, (message = requestMessage(this.codec, side, version)));
    return message;
  }

  /** Clark names of the header blocks that a rule binds: those that it understands. */
  understood(rule: R): ReadonlySet<string> {
    let names = this.blocks.get(rule);
    if (!names) {
      names = new Set([...this.commonBlocks, ...rule.request.soap.headers.map(({ part }) => clark(part.element.name))]);
      this.blocks.set(rule, names);
    }
    return names;
  }

  prepare(rule: R): void {
    this.understood(rule);
    this.message(rule.request.soap, rule.operation.version);
    this.message(rule.response.soap, rule.operation.version);
  }
}
