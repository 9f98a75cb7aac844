// A SOAP call without a SOAP front: body elements in, body elements out, through the table and a REST back.

import { aboutResponse } from '../../../../src/binding/upstream-response-error.ts';
import { Fault, type FaultInit, toFault } from '../../../../src/fault/fault.ts';
import type { CaseMessage } from '../../../../src/mapping/cases/cases.ts';
import { SoapMessages } from '../../../../src/mapping/cases/soap-messages.ts';
import type { Bindings } from '../../../../src/rule/pattern.ts';
import type { Rule } from '../../../../src/rule/rule.ts';
import { canonicalXml } from '../../../../src/xml/c14n.ts';
import { readTree } from '../../../../src/xml/read-tree.ts';
import { clark } from '../../../../src/xml/reader/names.ts';
import type { Scene } from './scene.ts';

export interface Answer {
  readonly rule: string;
  /** Canonical form. */
  readonly xml?: string;
  readonly fault?: FaultInit;
}

export function message(xml: string, headers: Readonly<Record<string, string>> = {}): CaseMessage {
  return { body: [xml], headers: new Map(Object.entries(headers)) };
}

export async function soapCall(scene: Scene, request: CaseMessage): Promise<Answer> {
  const messages = new SoapMessages(scene.mapping);
  const { rule, bindings } = found(scene, messages, request);
  try {
    const response = await scene.handle(rule, bindings);
    const xml = write(messages, rule, response);
    return { rule: rule.id, xml: canonicalXml(xml) };
  } catch (error) {
    if (error instanceof Fault) return { rule: rule.id, fault: error.init };
    throw error;
  }
}

/** As a front does it. */
function write(messages: SoapMessages, rule: Rule, response: Bindings): Uint8Array {
  try {
    return messages.encode(rule.response.soap, response).body[0];
  } catch (error) {
    throw toFault(aboutResponse(error));
  }
}

function found(scene: Scene, messages: SoapMessages, request: CaseMessage): { rule: Rule; bindings: Bindings } {
  const root = clark(readTree(Buffer.from(request.body[0]), 'request').name);
  for (const rule of scene.mapping.lookupSoap(root)) {
    const bindings = messages.decode(rule.request.soap, request, new Array(rule.variables.length));
    if (bindings) return { rule, bindings };
  }
  throw new Error(`no rule takes ${root}`);
}
