// Plain rules of three operations that are one job: a collection of jobs, one of them, and its result.

import { kebab, plural } from '../naming/names.ts';
import { fitsPath, fitsQuery } from '../operations/input-places.ts';
import type { Job } from '../operations/jobs.ts';
import type { ListedOperation } from '../operations/operations.ts';
import type { ChosenRoute, NewRoute, Route } from './route.ts';

/** Below the base path. */
export interface JobPaths {
  /** Where a job is started. */
  readonly submit: string;
  /** What its id stands below. */
  readonly jobs: string;
}

/** A job stands for what it makes, unless other operations are about that. */
export function jobPaths(job: Job, choices: readonly ChosenRoute[]): JobPaths {
  const { submit, status, result } = job;
  const prefix = prefixOf(choices.find(({ listed }) => listed === submit)?.route);
  const names = namesOf(job);
  const nouns = `${prefix}/${names}`;
  if (names === JOBS) return { submit: nouns, jobs: nouns };
  const routes = choices.flatMap(({ listed, route }) =>
    route && ![submit, status, result].includes(listed) ? [route] : [],
  );
  const isMade = routes.some(({ method, path }) => method === 'POST' && path === nouns);
  const isFree = !routes.some(({ path }) => `${path}/`.startsWith(`${nouns}/`));
  return { submit: isMade ? `${nouns}/${JOBS}` : nouns, jobs: isFree ? nouns : `${nouns}/${JOBS}` };
}

const JOBS = 'jobs';
/** RFC 9110 §15.3.3: the request is accepted, and what it asks for is not done. */
const ACCEPTED = 202;

function namesOf({ nameWords }: Job): string {
  return nameWords.length === 0 ? JOBS : kebab(plural(nameWords));
}

/** Of its port. */
function prefixOf(route: Route | undefined): string {
  return !route || route.path.startsWith(`/${route.segment}`) ? '' : `/${route.path.split('/')[1]}`;
}

/** Routes below their ports, by operation. `choices`: the routes that the operations of the contract have without them. */
export function jobRoutes(
  jobs: readonly Job[],
  choices: readonly ChosenRoute[],
): ReadonlyMap<ListedOperation, NewRoute> {
  return new Map(jobs.flatMap((job) => routesOfJob(job, choices)));
}

function routesOfJob(job: Job, choices: readonly ChosenRoute[]): [ListedOperation, NewRoute][] {
  const { submit, status, result } = job;
  const paths = jobPaths(job, choices);
  const prefix = prefixOf(choices.find(({ listed }) => listed === submit)?.route);
  const group = namesOf(job);
  const base = { query: [], style: 'resource', group } as const;
  const ask = (listed: ListedOperation, end: string, reason: string): [ListedOperation, NewRoute][] => {
    const id = listed.inputs.find((input) => input.required);
    const queryInputs = listed.inputs.filter((input) => input !== id);
    if (!id || !fitsPath(id) || !queryInputs.every(fitsQuery)) return [];
    const path = `${paths.jobs.slice(prefix.length)}/{${id.variable}}${end}`;
    return [[listed, { ...base, method: 'GET', path, query: queryInputs.map(({ variable }) => variable!), reason }]];
  };
  const reads = [
    ...ask(status, '', `it asks for the state of what ${submit.operation.name} starts`),
    ...ask(result, '/result', `it asks for the result of what ${submit.operation.name} starts`),
  ];
  if (reads.length < 2) return [];
  const path = paths.submit.slice(prefix.length);
  const reason = `it starts a job, of which ${status.operation.name} says the state`;
  return [[submit, { ...base, method: 'POST', path, status: ACCEPTED, reason }], ...reads];
}
