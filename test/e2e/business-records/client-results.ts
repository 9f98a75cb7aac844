// Results of SOAP clients in one form, so that two clients, or one at two places, can be compared. Knows nothing about the service.
import type { Said } from '../../peers/callers.ts';
import { plain } from '../soap-clients/clients.ts';

export interface ClientResult {
  readonly operation: string;
  /** The operation that began the last job. */
  readonly job: string;
  readonly said: unknown;
}

/** The record API says where a record is by its internal id alone, and nothing of one that is gone; what it shows of a record is all of it. */
export const withoutLosses = (told: ClientResult) =>
  JSON.parse(JSON.stringify(told), (name, value) => {
    if (told.operation.startsWith('search')) return isSublist(value) ? undefined : value;
    if (name !== 'baseRef' || Array.isArray(value)) return value;
    const { externalId: _, ...ref } = value;
    return isDelete(told) ? undefined : ref;
  });

const isDelete = ({ operation, job }: ClientResult) =>
  operation.startsWith('delete') || (operation === 'getAsyncResult' && job === 'asyncDeleteList');

const isSublist = (value: unknown) => typeof value === 'object' && value !== null && 'replaceAll' in value;

/** Without the one element that is the whole body, which only some clients show. */
export function content({ result, ...failed }: Said): unknown {
  if (result === undefined) return plain({ ...failed, type: undefined, code: failed.code?.split(':').at(-1) });
  // Twice: what one way of writing becomes, the other may be.
  const body = plain(plain(result.body ?? result)) as Record<string, unknown>;
  const names = Object.keys(body ?? {});
  return names.length === 1 && /(Result|Response|ResponseList)$/.test(names[0]) ? body[names[0]] : body;
}

export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => {
    const one = Array.isArray(inner) ? inner[0] : inner;
    return (one as Record<string, unknown> | undefined)?.[name];
  }, value);
}

/** What is another one each time: times of today, ids of searches and jobs, ports. */
export function withoutVolatile(said: unknown): unknown {
  const day = new Date().toISOString().slice(0, 10);
  const text = JSON.stringify(said ?? null)
    .replaceAll(new RegExp(`"${day}T[^"]*"`, 'g'), '"now"')
    .replaceAll(/"(searchId|jobId)":"[^"]*"/g, '"$1":"id"')
    .replaceAll(/"(ASYNC)?WEBSERVICES_[^"]*"|"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"id"')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'here');
  return JSON.parse(text);
}
