import { attr, type XmlElement } from '../../xml/tree.ts';
import type { FaultDecl } from '../model/contract.ts';
import type { Context } from './context.ts';
import { wsdlChildren } from './definitions.ts';
import { isEncoded, messageNamed, refuseType } from './message.ts';
import { elementOfPart, partsOf } from './part.ts';
import { soapChild } from './soap-binding.ts';

/** The declared faults of an operation. The port type's count, whether the binding repeats them or not (WSDL 1.1 §3.6). */
export function faultsOf(context: Context): FaultDecl[] {
  return wsdlChildren(context.declared, 'fault').flatMap((node) => faultOf(context, node) ?? []);
}

function faultOf(context: Context, node: XmlElement): FaultDecl | undefined {
  const { linker } = context;
  const name = attr(node, 'name')?.trim() ?? '';
  const bound = wsdlChildren(context.bound, 'fault').find((e) => attr(e, 'name')?.trim() === name);
  if (isEncoded(context, bound && soapChild(bound, 'fault'))) return undefined;
  const message = messageNamed(context, node);
  if (!message) return undefined;
  const [part, extraPart] = partsOf(message);
  if (!part || extraPart) {
    linker.report.add('CONTRACT_INVALID', `the message of fault "${name}" must have one part`, message.node.place);
    return undefined;
  }
  const element = elementOfPart(linker, part) ?? refuseType(context, part, 'fault');
  return element && { name, element };
}
