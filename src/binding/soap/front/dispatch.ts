// Finds the rules of a message, by its body element and its action. Knows nothing about patterns.

import type { Operation } from '../../../contract/model/contract.ts';
import type { SoapFrontRule, SoapMessage, SoapRules } from '../../../rule/rule.ts';
import { clark, MIME_PART_NS } from '../../../xml/reader/names.ts';
import { type MessageElements, messageElements } from '../element-types.ts';
import { isEncoded, PLAIN } from '../message-package.ts';
import { mimePartNames } from '../mime-parts.ts';
import type { PackageForm } from '../xop.ts';
import { type EnvelopeHead, type HeaderBlock, isAddressing } from './envelope-head.ts';
import { isOurs } from './must-understand.ts';
import { actionNotSupported, actionsDiffer, severalOf } from './request-fault.ts';

export class Dispatch<R extends SoapFrontRule> {
  private readonly mapping: SoapRules<R>;
  /** Every action that the contract knows. */
  private readonly allActions: ReadonlySet<string>;
  private readonly packageForms = new Map<string, PackageForm>();
  private readonly actions = new Map<R, ReadonlySet<string>>();
  private allElements: MessageElements | undefined = undefined;

  constructor(mapping: SoapRules<R>) {
    this.mapping = mapping;
    this.allActions = new Set(mapping.contract.operations.flatMap(actionsIn));
    for (const { input } of mapping.contract.operations) {
      const names = mimePartNames(input);
      const { name } = input.body[0] ?? {};
      const encoded = isEncoded(input);
      // Without its parts, the body is empty where they are all of it.
      if (name && (names.length > 0 || encoded))
        this.packageForms.set(name.ns === MIME_PART_NS ? '' : clark(name), { names, encoded });
    }
  }

  /** Compiles the rules of a body element before its first message. undefined: they are compiled. */
  prepare(head: EnvelopeHead): Promise<void> | undefined {
    return this.mapping.prepareSoap?.(head.element?.key ?? '');
  }

  /**
   * In the order in which they are to be tried; empty where no rule has the body element. The body element decides; an action only chooses
   * among operations that share one. Throws SOAP_ACTION where the action says another operation than the body.
   */
  rules(head: EnvelopeHead, soapAction: string): readonly R[] {
    const rules = this.mapping.lookupSoap(head.element?.key ?? '');
    if (rules.length === 0) return rules;
    const property = actionProperty(head);
    const action = property?.text || soapAction;
    if (property?.text && soapAction !== '' && soapAction !== action)
      throw actionsDiffer(soapAction, property.name, action);
    if (action === '') return rules;
    const fitting = rules.filter((rule) => this.takes(rule, action));
    if (fitting.length > 0) return fitting;
    const subject = head.element ? `the body element "${head.element.local}"` : 'an empty body';
    throw actionNotSupported(action, subject, property?.text ? property.name : undefined);
  }

  /** Those of `rules` that the constants of the message do not rule out. Nothing is decoded for it. */
  possible(head: EnvelopeHead, rules: readonly R[], message: SoapMessage): readonly R[] {
    const foreign = head.blocks.filter((block) => !isOurs(block, head.version));
    const starts = foreign.length === 0 ? undefined : new Set(foreign.map(({ start }) => start));
    return this.mapping.possibleSoap?.(head.element?.key ?? '', rules, { ...message, foreign: starts }) ?? rules;
  }

  /** Of messages with this body element. */
  packageForm(element: string): PackageForm {
    return this.packageForms.get(element) ?? PLAIN;
  }

  /** Elements of all messages. */
  get elements(): MessageElements {
    const { codec, contract } = this.mapping;
    this.allElements ??= messageElements(codec.schemas, contract.operations);
    return this.allElements;
  }

  /** Is that the same for all? */
  get isPlain(): boolean {
    return this.packageForms.size === 0;
  }

  /** Why no rule takes a body: the contract has an operation for it that this table does not offer, or has none. */
  unserved({ element }: EnvelopeHead): string {
    const { operations } = this.mapping.contract;
    const operation = operations.find(({ input: { body } }) =>
      element === undefined ? body.length === 0 : body[0] !== undefined && clark(body[0].name) === element.key,
    );
    if (operation) return `the operation "${operation.name}" is not offered here`;
    return element ? `no operation takes the body element ${element.key}` : 'the Body is empty';
  }

  /** An operation without action of its own takes every action that is no other operation's. */
  private takes(rule: R, action: string): boolean {
    let actions = this.actions.get(rule);
    if (!actions) this.actions.set(rule, (actions = this.actionsOf(rule)));
    return actions.has(action) || (actions.has('') && !this.allActions.has(action));
  }

  /** One operation has an action in each of its ports: clients may have taken any. */
  private actionsOf({ operation }: R): ReadonlySet<string> {
    const portType = clark(operation.portType);
    const same = this.mapping.contract.operations.filter(
      ({ name, portType: candidate }) => name === operation.name && clark(candidate) === portType,
    );
    return new Set([operation, ...same].flatMap(actionsIn));
  }
}

/** SOAPAction, and the one of WS-Addressing where that is another. */
function actionsIn({ action, input }: Operation): string[] {
  return [action, input.addressingAction || action];
}

/** The block wsa:Action. */
function actionProperty(head: EnvelopeHead): HeaderBlock | undefined {
  if (head.blocks.length === 0) return undefined;
  const properties = head.blocks.filter((header) => isAddressing(header.name) && isOurs(header, head.version));
  checkCardinality(properties);
  const blocks = properties.filter(({ name }) => name.local === 'Action');
  const [block] = blocks;
  // One of each version of WS-Addressing may stand there, if they agree.
  if (blocks.some((header, i) => i > 0 && (header.key === block.key || header.text !== block.text)))
    throw severalOf(block.name);
  return block;
}

/** Of one version, for us: a second one could name another message or another address for the response. */
const SINGLE_PROPERTIES = ['To', 'ReplyTo', 'FaultTo', 'MessageID'];

function checkCardinality(properties: readonly HeaderBlock[]): void {
  const keys = new Set<string>();
  for (const { name, key } of properties) {
    if (keys.has(key) && SINGLE_PROPERTIES.includes(name.local)) throw severalOf(name);
    keys.add(key);
  }
}
