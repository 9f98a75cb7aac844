// Adds, updates and deletes records, by the rules of the business. Each record is a transaction. Knows nothing about messages.
import { type Catalog, CUSTOM_RECORD, type RecordType } from './catalog.ts';
import { customTypeOf } from './custom-type.ts';
import { customRecordOf } from './customizations.ts';
import { merged } from './merge.ts';
import { nameField, READ_ONLY, REQUIRED, TRANSACTIONS, UNIQUE, WRITE_ONLY } from './record-rules.ts';
import { References } from './references.ts';
import { Refusal } from './status.ts';
import type { RecordStore, Stored } from './store.ts';
import { type BaseRef, type Doc, endlessIn, isDoc, type Preferences, type RecordDoc, refTo } from './values.ts';

export interface Written {
  readonly ref: BaseRef;
  readonly warnings: readonly string[];
}

export class RecordWriter {
  private readonly catalog: Catalog;
  private readonly store: RecordStore;
  private readonly references: References;
  private readonly now: () => number;

  constructor(catalog: Catalog, store: RecordStore, now: () => number) {
    this.catalog = catalog;
    this.store = store;
    this.references = new References(store);
    this.now = now;
  }

  add(request: RecordDoc, preferences: Preferences): Written {
    if (request['@internalId'] !== undefined)
      throw new Refusal('FIELD_NOT_SETTABLE_ON_ADD', 'You cannot set an internalId on add: the service gives it.');
    return this.store.db.transaction(() => this.insert(this.typeOf(request), request, preferences));
  }

  update(request: RecordDoc, preferences: Preferences): Written {
    return this.store.db.transaction(() => {
      const type = this.typeOf(request);
      const { '@internalId': id, '@externalId': external } = request;
      if (id === undefined && external === undefined)
        throw new Refusal('INVALID_KEY_OR_REF', 'An update names its record by internalId or externalId.');
      const before =
        id === undefined ? this.store.byExternalId(type.name, external as string) : this.store.byId(type.name, id);
      return this.change(type, before ?? absent(), request, preferences);
    });
  }

  upsert(request: RecordDoc, preferences: Preferences): Written {
    return this.store.db.transaction(() => {
      const type = this.typeOf(request);
      const external = request['@externalId'];
      if (external === undefined) throw new Refusal('EXTERNALID_REQD', 'An upsert names its record by externalId.');
      const before = this.store.byExternalId(type.name, external);
      return before ? this.change(type, before, request, preferences) : this.insert(type, request, preferences);
    });
  }

  delete(ref: BaseRef): BaseRef {
    return this.store.db.transaction(() => {
      const found = changeable(this.find(ref));
      this.store.remove(found, this.now());
      return refTo(found.type, found.id, found.external);
    });
  }

  /** What a reference of a request means. Throws Refusal where it means nothing. */
  find(ref: BaseRef): Stored {
    const { '@internalId': id, '@externalId': external } = ref;
    const name = nameIn(ref);
    if (name === undefined) throw new Refusal('RCRD_TYPE_REQD', 'The reference names no record type.');
    const type = this.catalog.ofName(name);
    if (!type) throw new Refusal('INVALID_RCRD_TYPE', `Records of type ${name} are not available here.`);
    if (id !== undefined) return this.store.byId(type.name, id) ?? absent();
    if (external === undefined)
      throw new Refusal('INVALID_KEY_OR_REF', 'The reference has no internalId and no externalId.');
    return this.store.byExternalId(type.name, external) ?? absent();
  }

  private typeOf({ $type, '@externalId': external, recType }: RecordDoc): RecordType {
    const type = $type === CUSTOM_RECORD ? this.catalog.ofName(typeIn(recType)) : this.catalog.ofTypeName($type);
    if (!type) throw new Refusal('INVALID_RCRD_TYPE', `Records of type ${$type} are not available here.`);
    if (external !== undefined && !type.external)
      throw new Refusal('EXTERNALID_NOT_SUPPORTED', `Records of type ${type.name} have no external id.`);
    return type;
  }

  private insert(type: RecordType, request: RecordDoc, preferences: Preferences): Written {
    const external = request['@externalId'];
    if (external !== undefined && this.store.byExternalId(type.name, external))
      throw new Refusal('DUP_RCRD', `A record of type ${type.name} with the externalId ${external} is there already.`);
    const doc = merged(type, {}, writable(request, preferences));
    return this.save(type, undefined, external ?? null, doc, preferences);
  }

  private change(type: RecordType, stored: Stored, request: RecordDoc, preferences: Preferences): Written {
    const before = changeable(stored);
    const external = request['@externalId'] ?? before.external;
    const other = external === null ? undefined : this.store.byExternalId(type.name, external);
    if (other && other.id !== before.id)
      throw new Refusal('DUP_RCRD', `A record of type ${type.name} with the externalId ${external} is there already.`);
    return this.save(type, before, external, merged(type, before.doc, writable(request, preferences)), preferences);
  }

  private save(
    type: RecordType,
    before: Stored | undefined,
    external: string | null,
    draft: Doc,
    preferences: Preferences,
  ): Written {
    const doc = this.completed(type, before, this.references.resolved(type.name, type.fields, draft));
    const name = doc[nameField(type.name)] as string | undefined;
    demandNumbers(doc);
    this.demand(type, doc);
    this.demandName(type, name, before?.id);
    if (Object.hasOwn(TRANSACTIONS, type.name)) this.demandOpenPeriod(doc);
    const warnings = this.warnings(type, doc, before?.id);
    if (preferences.warningAsError && warnings.length > 0) throw new Refusal('WARNING', warnings[0]);
    const id = before?.id ?? this.store.insert(type.name, external ?? undefined, name, doc);
    if (before) this.store.update(id, external, name, doc);
    return { ref: refTo(type.name, id, external), warnings };
  }

  /** What the service itself sets. */
  private completed(type: RecordType, before: Stored | undefined, doc: Doc): Doc {
    const now = new Date(this.now()).toISOString();
    const own: Doc = {};
    for (const field of ['createdDate', 'dateCreated']) {
      if (type.fields.get(field)?.kind === 'date') own[field] = before?.doc[field] ?? now;
    }
    if (type.fields.has('lastModifiedDate')) own['lastModifiedDate'] = now;
    const custom = customRecordOf(type.name);
    if (custom) {
      const name = { '@scriptId': custom.scriptId, name: custom.name };
      own['recType'] = { $type: 'platformCore:CustomizationRef', '@internalId': custom.id, ...name };
      own['created'] = before?.doc['created'] ?? now;
      own['lastModified'] = now;
    }
    const numbering = TRANSACTIONS[type.name];
    if (numbering && type.fields.has('tranId') && doc['tranId'] === undefined) {
      own['tranId'] = this.store.nextNumber(type.name, numbering.prefix);
    }
    if ((type.name === 'customer' || type.name === 'employee') && doc['entityId'] === undefined) {
      own['entityId'] =
        doc['companyName'] ?? [doc['firstName'], doc['lastName']].filter((part) => part !== undefined).join(' ');
    }
    if (type.name === 'file' && typeof doc['content'] === 'string') own['fileSize'] = kilobytesOf(doc['content']);
    return Object.fromEntries(Object.entries({ ...doc, ...own }).filter(([field]) => !WRITE_ONLY.has(field)));
  }

  private demand(type: RecordType, doc: Doc): void {
    const given = (field: string) => doc[field] !== undefined && doc[field] !== '';
    const open = (REQUIRED[type.name] ?? []).filter((oneOf) => !oneOf.some(given));
    if (open.length > 0)
      throw new Refusal(
        'MISSING_REQD_FLD',
        `Please enter value(s) for: ${open.map((oneOf) => oneOf.join(' or ')).join(', ')}`,
      );
  }

  private demandName({ name: type }: RecordType, name: string | undefined, id: number | undefined): void {
    if (name === undefined || !Object.hasOwn(UNIQUE, type) || !this.store.namesake(type, name, id)) return;
    throw new Refusal(
      UNIQUE[type as keyof typeof UNIQUE],
      `A record of type ${type} with the name ${name} is there already.`,
    );
  }

  private demandOpenPeriod(doc: Doc): void {
    const date = doc['tranDate'];
    if (typeof date !== 'string') return;
    const sql = `SELECT name FROM record WHERE type = 'accountingPeriod' AND json_extract(doc, '$.closed') = 1
      AND date(json_extract(doc, '$.startDate')) <= date(?1) AND date(json_extract(doc, '$.endDate')) >= date(?1) LIMIT 1`;
    const period = this.store.db.one<{ name: string }>(sql, date);
    if (period)
      throw new Refusal('TRAN_PRD_CLOSED', `The transaction date is in a period that is closed: ${period.name}`);
  }

  private warnings({ name: type }: RecordType, doc: Doc, id: number | undefined): string[] {
    const { email } = doc;
    if (type !== 'customer' || typeof email !== 'string') return [];
    const sql =
      "SELECT name FROM record WHERE type = 'customer' AND json_extract(doc, '$.email') = ? AND id <> ? LIMIT 1";
    const other = this.store.db.one<{ name: string }>(sql, email, id ?? 0);
    return other ? [`${other.name} has the same email address.`] : [];
  }
}

/** Record type that a reference names. Throws Refusal. */
function nameIn({ $type, '@type': name, '@scriptId': script, '@typeId': id }: BaseRef): string | undefined {
  if ($type === 'platformCore:RecordRef') return name;
  if ($type === 'platformCore:CustomRecordRef') return typeIn({ '@scriptId': script, '@internalId': id });
  throw new Refusal('INVALID_RCRD_TYPE', 'This account has no custom transactions.');
}

/** `recType`: a reference to the type. Throws Refusal. */
function typeIn(recType: unknown): string {
  const { '@scriptId': script, '@internalId': id } = isDoc(recType) ? recType : {};
  const text = script ?? id;
  return customTypeOf(text === undefined ? undefined : String(text));
}

/** Of what base64 stands for. */
function kilobytesOf(content: string): number {
  return Math.ceil(Buffer.from(content, 'base64').length / 102.4) / 10;
}

function changeable(found: Stored): Stored {
  if (found.version > 0) return found;
  throw new Refusal('INSUFFICIENT_PERMISSION', `This ${found.type} comes with the account, and may not be changed.`);
}

/** What cannot be kept is refused: it would not come back. */
function demandNumbers(doc: Doc): void {
  const path = endlessIn(doc);
  if (path !== undefined) throw new Refusal('INVALID_FLD_VALUE', `${path} is too large a number to be kept.`);
}

function absent(): never {
  throw new Refusal('RCRD_DSNT_EXIST', 'That record does not exist.');
}

/** Without fields that only the service sets, where the caller asks for that. */
function writable(request: RecordDoc, { ignoreReadOnlyFields }: Preferences): RecordDoc {
  const named = [...Object.keys(request), ...(request.nullFieldList?.name ?? [])].find((name) => READ_ONLY.has(name));
  if (named === undefined) return request;
  if (!ignoreReadOnlyFields)
    throw new Refusal(
      'INSUFFICIENT_PERMISSION',
      `You do not have permission to set a value for ${named}: it is read-only.`,
    );
  const entries = Object.entries(request).filter(([name]) => !READ_ONLY.has(name));
  const nulls = request.nullFieldList?.name?.filter((name) => !READ_ONLY.has(name));
  return { ...Object.fromEntries(entries), $type: request.$type, nullFieldList: { name: nulls ?? [] } };
}
