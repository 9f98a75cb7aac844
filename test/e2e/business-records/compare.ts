// What two records say, as SOAP shows them. Knows nothing about where they come from.

import { targetOf } from '../../../examples/records/store/record-rules.ts';
import type { ElementDecl } from '../../../src/contract/model/model.ts';
import { XSI_NS } from '../../../src/xml/reader/names.ts';
import { canonicalForm, type Form } from '../../laws/canonical.ts';
import { type Info, infoset } from '../../laws/infoset.ts';
import { contract } from './drawn.ts';

const CORE = 'urn:core_2019_1.platform.webservices.example.com';

const record = contract.schemas.types.get(`{${CORE}}Record`)!;

/** Set by the service itself, differently for each record. */
const OWN = new Set(['createdDate', 'lastModifiedDate', 'dateCreated', 'tranId']);

/** The record of a message, without ids and without what the service itself sets. */
export function recordOf(type: string, xml: string): Form {
  const found = find(infoset(xml), isRecord);
  if (!found) throw new Error(`no record in ${xml.slice(0, 1000)}`);
  return plainForm(type, found, undefined);
}

/** The same of a document that is the record. */
export function formOf(type: string, xml: string, declared: ElementDecl): Form {
  return plainForm(type, infoset(xml), declared);
}

function plainForm(type: string, info: Info, declared: ElementDecl | undefined): Form {
  const decl = declared ?? ({ name: info.name, type: record } as ElementDecl);
  const { content } = canonicalForm(info, contract.schemas, decl);
  const fields = (content as Form[]).filter(
    ({ name }) => !OWN.has(local(name)) && !name.startsWith(`{${CORE}}nullField`),
  );
  return { name: type, content: fields.map((field) => shown(type, field)) };
}

/** References that the service looks up have names of its own. */
function shown(type: string, form: Form): Form {
  if (typeof form.content !== 'object') return form;
  const { record: target, list } = targetOf(type, local(form.name));
  const isReference = form.attributes?.some((one) => one.startsWith('internalId=')) ?? false;
  const named = isReference && (target ?? list) !== undefined;
  const children = form.content.filter((child) => typeof child === 'string' || !named || local(child.name) !== 'name');
  const content = children.map((child) => (typeof child === 'string' ? child : shown(type, child)));
  return local(form.name) === 'customField' ? { ...form, attributes: byScript(form), content } : { ...form, content };
}

/** The record API has custom fields by their script ids alone. */
const byScript = ({ attributes }: Form) => attributes?.filter((one) => !one.startsWith('internalId='));

const local = (name: string) => name.slice(name.indexOf('}') + 1);

const isRecord = (info: Info) =>
  info.name.local === 'record' && info.attributes.some(({ name }) => name.ns === XSI_NS && name.local === 'type');

function find(info: Info, fits: (info: Info) => boolean): Info | undefined {
  if (fits(info)) return info;
  for (const child of info.children) {
    const found = typeof child === 'string' ? undefined : find(child, fits);
    if (found) return found;
  }
  return undefined;
}
