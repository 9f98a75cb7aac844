// The operations of a compiled contract.
import type { Message, Operation, SoapVersion } from '../model/contract.ts';
import type { ElementDecl } from '../model/model.ts';
import type { Input } from './input.ts';
import { once } from './lazy-map.ts';

type ElementOf = (id: number) => ElementDecl;

/** Reads the fields now. References to elements are getters. */
export function readOperation(id: number, input: Input, elementOf: ElementOf): Operation {
  input.open(id);
  const [service, port, name, portType] = [input.name()!, input.text()!, input.text()!, input.name()!];
  const [version, style] = [input.text() as SoapVersion, input.text() as Operation['style']];
  const [action, address, doc] = [input.text()!, input.text()!, input.text()];
  const place = input.place()!;
  const answers = input.flag();
  const [request, response] = [readMessage(input, elementOf), answers ? readMessage(input, elementOf) : undefined];
  const faults = input.list(() => readNamedElement(input, elementOf));
  return Object.freeze({
    service,
    port,
    name,
    portType,
    version,
    style,
    action,
    address,
    get input() {
      return request();
    },
    get output() {
      return response?.();
    },
    faults: Object.freeze(
      faults.map(({ name: fault, element }) => ({
        name: fault,
        get element() {
          return element();
        },
      })),
    ),
    doc,
    place,
  });
}

/** Reads the fields now, makes the message on access. */
function readMessage(input: Input, elementOf: ElementOf): () => Message {
  const addressingAction = input.text();
  const body = input.list(() => input.int());
  const headers = input.list(() => readNamedElement(input, elementOf));
  return once(() => ({
    body: Object.freeze(body.map(elementOf)),
    headers: Object.freeze(headers.map(({ name, element }) => ({ part: name, element: element() }))),
    addressingAction,
  }));
}

function readNamedElement(input: Input, elementOf: ElementOf): { name: string; element: () => ElementDecl } {
  const name = input.text()!;
  const id = input.int();
  return { name, element: () => elementOf(id) };
}
