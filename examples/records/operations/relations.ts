// attach and detach, and answers to invitations. Knows nothing about other writes.
import { Refusal, statusOf, succeeded } from '../store/status.ts';
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
  desk.db.run('INSERT OR REPLACE INTO attachment (holder, attached, role) VALUES (?, ?, ?)', holder.id, attached, role);
  return { status: succeeded(), baseRef: refTo(holder.type, holder.id, holder.external) };
}

function detach(desk: Desk, reference: Reference, { principal }: Call): Doc {
  demandWriter(principal);
  const holder = desk.writer.find(reference.detachFrom as BaseRef);
  const attached = attachedBy(desk, undefined, reference.detachedRecord);
  const { changes } = desk.db.run('DELETE FROM attachment WHERE holder = ? AND attached = ?', holder.id, attached);
  if (changes === 0) throw new Refusal('RCRD_DSNT_EXIST', 'That record is not attached.');
  return { status: succeeded(), baseRef: refTo(holder.type, holder.id, holder.external) };
}

/** Contacts are values of a list: the contract has no type for them. */
function attachedBy({ writer, store }: Desk, contact: Ref | undefined, record: BaseRef | undefined): number {
  const ref = contact ?? (record?.['@type'] === 'contact' ? record : undefined);
  if (ref === undefined) return writer.find(record as BaseRef).id;
  const id = ref['@internalId'] ?? '';
  if (store.choice('contact', id) === undefined) throw new Refusal('RCRD_DSNT_EXIST', 'That contact does not exist.');
  return Number(id);
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
