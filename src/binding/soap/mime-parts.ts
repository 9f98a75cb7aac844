// Parts of the MIME binding (WSDL 1.1 §5): beside the envelope on the wire, elements at the end of Body inside of the gateway.
import type { ElementDecl } from '../../contract/model/model.ts';
import type { Part } from '../../mime/multipart.ts';
import { MIME_PART_NS } from '../../xml/reader/names.ts';

interface BodyElements {
  readonly body: readonly ElementDecl[];
}

/** Their names, in the order of the binding. */
export function mimePartNames(message: BodyElements | undefined): readonly string[] {
  return mimePartsOf(message).map(({ name }) => name.local);
}

export function mimePartsOf(message: BodyElements | undefined): readonly ElementDecl[] {
  return message?.body.filter(({ name }) => name.ns === MIME_PART_NS) ?? [];
}

/**
 * The part of each name. WS-I Attachments Profile 1.0 R2933 has the name before the equals sign of the Content-ID; parts of other senders
 * come in the order of the binding. `free`: parts that nothing in the envelope refers to.
 */
export function partsByName(names: readonly string[], free: readonly Part[]): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>();
  for (const part of free) {
    const name = names.find((one) => part.id?.startsWith(`${encodeURIComponent(one)}=`));
    if (name !== undefined && !found.has(name)) found.set(name, part);
  }
  const rest = free.filter((part) => ![...found.values()].includes(part));
  for (const name of names) {
    if (found.has(name)) continue;
    const next = rest.shift();
    if (next) found.set(name, next);
  }
  return found;
}

/** Content-ID of a part. */
export function mimePartId(name: string, unique: string): string {
  return `${encodeURIComponent(name)}=${unique}`;
}
