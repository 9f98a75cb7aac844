// Which declared part an element of Header or Body is. Names bind, but for those of rpc responses (SOAP 1.1 §7.1).
import type { ComplexType, ElementDecl } from '../../contract/model/model.ts';
import { SOAP11_NS, SOAP12_NS } from '../../xml/reader/names.ts';
import { accessorsOf } from './accessors.ts';
import { elementsOf, type MessageElement, referenceOf, textIn, xsiValue } from './message-tree.ts';

const RPC_NS = 'http://www.w3.org/2003/05/soap-rpc';

/** Names that stacks give to the return value; others give it a type at least. */
const RETURN_NAME = /^(?:return|result)$|(?:Return|Result)$/;

/** undefined: none has its name. */
export function partNamed({ name }: MessageElement, { type }: ElementDecl): ElementDecl | undefined {
  const { byName, byLocal } = accessorsOf(type as ComplexType);
  return (byName.get(name.key) ?? byLocal.get(name.local))?.element;
}

/** The response that `first` of Body is under another name; undefined where nothing of it fits. */
export function renamedResponse(first: MessageElement, { type }: ElementDecl): ElementDecl | undefined {
  if (isSoap(first, 'Fault')) return undefined;
  const responses = accessorsOf(type as ComplexType).all.filter(({ element }) => element.rpcResponse);
  return responses.map(({ element }) => element).find((response) => isResponse(first, response));
}

/** One without accessors has nothing else to be known by than its namespace. */
function isResponse(struct: MessageElement, { name, type }: ElementDecl): boolean {
  const { all, byLocal } = accessorsOf(type as ComplexType);
  const values = elementsOf(struct).filter((child) => !isRpcResult(child));
  if (all.length === 0) return values.length === 0 && textIn(struct).trim() === '' && struct.name.ns === name.ns;
  return values.some((value) => byLocal.has(value.name.local)) || (values.length > 0 && isReturnValue(values[0]));
}

function isReturnValue(value: MessageElement): boolean {
  const says = ['type', 'nil', 'null'].some((local) => xsiValue(value, local) !== undefined);
  return says || referenceOf(value) !== undefined || RETURN_NAME.test(value.name.local);
}

/** SOAP 1.2 Part 2 §4.2.1: the name of the return value, beside it. */
export function isRpcResult({ name }: MessageElement): boolean {
  return name.ns === RPC_NS;
}

export function isSoap({ name }: MessageElement, local: string): boolean {
  return name.local === local && (name.ns === SOAP11_NS || name.ns === SOAP12_NS);
}
