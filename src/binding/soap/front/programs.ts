// Compiles messages of rules when a SOAP version first needs them.

import type { Codec } from '../../../codec/model/codec.ts';
import type { SoapVersion } from '../../../contract/model/contract.ts';
import type { SoapPattern } from '../../../rule/pattern.ts';
import type { SoapFrontRule } from '../../../rule/rule.ts';
import { clark } from '../../../xml/reader/names.ts';
import { type Message, requestMessage } from '../message.ts';
import { formOf } from '../message-form.ts';

export class Programs<R extends SoapFrontRule> {
  private readonly codec: Codec;
  private readonly commonBlocks: ReadonlySet<string>;
  private readonly messages: Readonly<Record<SoapVersion, Map<SoapPattern, Message>>> = {
    '1.1': new Map(),
    '1.2': new Map(),
  };
  /** One message of each form. */
  private readonly forms = new Map<string, Message>();
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
    if (!message) messages.set(side, (message = this.compiled(side, version)));
    return message;
  }

  private compiled(side: SoapPattern, version: SoapVersion): Message {
    const form = `${version} ${formOf(side)}`;
    const like = this.forms.get(form);
    if (like) return { ...like, side };
    const message = requestMessage(this.codec, side, version);
    this.forms.set(form, message);
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
}
