// attach and detach, and answers to invitations. Knows nothing about other writes.
import { Refusal, statusOf, succeeded } from '../store/status.ts';
import type { Stored } from '../store/store.ts';
import { type BaseRef, type Doc, isDoc, listOf, type Ref, refTo } from '../store/values.ts';
import { type Call, type Desk, demandWriter, type Operations } from './desk.ts';

interface Reference extends Doc {
  readonly attachTo?: BaseRef;
  readonly detachFrom?: BaseRef;
  readonly contact?: Ref;
  readonly contactRole?: Ref;
  readonly attachedRecord?: BaseRef;
  readonly detachedRecord?: BaseRef;
}

interface Answer {
  readonly eventId: Ref;
  readonly responseCode: string;
}

export function relating(desk: Desk): Operations {
  const responded = (answer: Answer, call: Call) => statusOf(() => respond(desk, answer, call));
  return {
    attach: ({ attachReference }: { attachReference: Reference }, call) => {
      return { writeResponse: statusOf(() => attach(desk, attachReference, call)) };
    },
    detach: ({ detachReference }: { detachReference: Reference }, call) => {
      return { writeResponse: statusOf(() => detach(desk, detachReference, call)) };
    },
    updateInviteeStatus: ({ updateInviteeStatusReference: answer }: { updateInviteeStatusReference: Answer }, call) => {
      return { writeResponse: responded(answer, call) };
    },
    updateInviteeStatusList: (
      { updateInviteeStatusReference: answers }: { updateInviteeStatusReference: readonly Answer[] },
      call,
    ) => {
      return {
        writeResponseList: { status: succeeded(), writeResponse: answers.map((answer) => responded(answer, call)) },
      };
    },
  };
}

function attach(desk: Desk, reference: Reference, { principal }: Call): Doc {
  demandWriter(principal);
  const holder = desk.writer.find(reference.attachTo as BaseRef);
  const attached = attachedBy(desk, reference.contact, reference.attachedRecord);
  const role = reference.contactRole?.['@internalId'] ?? null;
  desk.db.transaction(() => {
    const sql = 'INSERT OR REPLACE INTO attachment (holder, attached, role) VALUES (?, ?, ?)';
    desk.db.run(sql, holder.id, attached.id, role);
    if (attached.isContact) showContacts(desk, holder);
  });
  return { status: succeeded(), baseRef: refTo(holder.type, holder.id, holder.external) };
}

function detach(desk: Desk, reference: Reference, { principal }: Call): Doc {
  demandWriter(principal);
  const holder = desk.writer.find(reference.detachFrom as BaseRef);
  const attached = attachedBy(desk, undefined, reference.detachedRecord);
  desk.db.transaction(() => {
    const sql = 'DELETE FROM attachment WHERE holder = ? AND attached = ?';
    const { changes } = desk.db.run(sql, holder.id, attached.id);
    if (changes === 0) throw new Refusal('RCRD_DSNT_EXIST', 'That record is not attached.');
    if (attached.isContact) showContacts(desk, holder);
  });
  return { status: succeeded(), baseRef: refTo(holder.type, holder.id, holder.external) };
}

interface Attached {
  readonly id: number;
  readonly isContact: boolean;
}

/** Contacts are values of a list: the contract has no type for them. */
function attachedBy({ writer, store }: Desk, contact: Ref | undefined, record: BaseRef | undefined): Attached {
  const ref = contact ?? (record?.['@type'] === 'contact' ? record : undefined);
  if (ref === undefined) return { id: writer.find(record as BaseRef).id, isContact: false };
  const id = ref['@internalId'] ?? '';
  if (store.choice('contact', id) === undefined) throw new Refusal('RCRD_DSNT_EXIST', 'That contact does not exist.');
  return { id: Number(id), isContact: true };
}

/** Records whose type has that sublist show their contacts, each with its role. */
function showContacts({ db, store, catalog }: Desk, { id, type, external, name, doc }: Stored): void {
  if (!catalog.ofName(type)?.fields.has('contactRolesList')) return;
  const sql = `SELECT attached, role, choice.name AS name FROM attachment
    JOIN choice ON choice.list = 'contact' AND choice.id = attached WHERE holder = ? ORDER BY attached`;
  const rows = db.all<{ attached: number; role: string | null; name: string }>(sql, id);
  const contactRoles = rows.map((row) => ({
    contact: { '@internalId': String(row.attached), name: row.name },
    ...(row.role !== null && { role: { '@internalId': row.role } }),
  }));
  store.update(id, external, name ?? undefined, { ...doc, contactRolesList: { contactRoles } });
}

/** The caller's own answer: attendees are people of the account, by their ids. */
function respond({ db, store }: Desk, { eventId, responseCode }: Answer, { principal }: Call): Doc {
  return db.transaction(() => {
    const { '@internalId': id, '@externalId': external } = eventId;
    const event =
      id === undefined ? store.byExternalId('calendarEvent', external ?? '') : store.byId('calendarEvent', id);
    if (!event) throw new Refusal('RCRD_DSNT_EXIST', 'That record does not exist.');
    const list = event.doc['attendeeList'];
    const attendees = isDoc(list) ? listOf(list['attendee']) : [];
    const me = String(principal.person.id);
    const isMine = ({ attendee }: Doc) => isDoc(attendee) && attendee['@internalId'] === me;
    if (!attendees.some(isMine))
      throw new Refusal('INVALID_OPERATION', `${principal.person.name} is not invited to this event.`);
    const attendee = attendees.map((one) => (isMine(one) ? { ...one, response: responseCode } : one));
    store.update(event.id, event.external, event.name ?? undefined, { ...event.doc, attendeeList: { attendee } });
    return { status: succeeded(), baseRef: refTo(event.type, event.id, event.external) };
  });
}
