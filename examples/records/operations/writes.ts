// add, update, upsert, delete and their list forms: one status per record. Knows nothing about jobs.
import type { Principal } from '../access/credentials.ts';
import { statusOf, succeeded } from '../store/status.ts';
import type { BaseRef, Doc, Preferences, RecordDoc } from '../store/values.ts';
import type { Written } from '../store/writer.ts';
import { type Desk, demandWriter, type Operations } from './desk.ts';

/** One writeResponse, whatever becomes of the record. */
export type Write = (
  subject: RecordDoc | BaseRef,
  preferences: Preferences,
  principal: Pick<Principal, 'role' | 'person'>,
) => Doc;

export function writesOf({ writer }: Desk): Readonly<Record<'add' | 'update' | 'upsert' | 'delete', Write>> {
  const one =
    (act: (subject: RecordDoc & BaseRef, preferences: Preferences) => Written): Write =>
    (subject, preferences, principal) =>
      statusOf(() => {
        demandWriter(principal as Principal);
        const { ref, warnings } = act(subject as RecordDoc & BaseRef, preferences);
        return { status: succeeded(warnings), baseRef: ref };
      });
  return {
    add: one((record, preferences) => writer.add(record, preferences)),
    update: one((record, preferences) => writer.update(record, preferences)),
    upsert: one((record, preferences) => writer.upsert(record, preferences)),
    delete: one((ref) => ({ ref: writer.delete(ref), warnings: [] })),
  };
}

interface Subjects {
  readonly record?: RecordDoc | readonly RecordDoc[];
  readonly baseRef?: BaseRef | readonly BaseRef[];
}

export function subjectsOf({ record, baseRef }: Subjects): readonly (RecordDoc | BaseRef)[] {
  return [record ?? baseRef ?? []].flat() as readonly (RecordDoc | BaseRef)[];
}

export function writing(desk: Desk): Operations {
  const operations: Record<string, Operations[string]> = {};
  for (const [name, write] of Object.entries(writesOf(desk))) {
    operations[name] = (request: Subjects, { preferences, principal }) => {
      return { writeResponse: write(subjectsOf(request)[0], preferences, principal) };
    };
    operations[`${name}List`] = (request: Subjects, { preferences, principal }) => {
      const responses = subjectsOf(request).map((subject) => write(subject, preferences, principal));
      return { writeResponseList: { status: succeeded(), writeResponse: responses } };
    };
  }
  return operations;
}
