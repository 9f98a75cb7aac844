// The id that REST clients see of a job: which rule submitted it, the service's name of it, and the window of its result. Opaque for clients.

export interface JobId {
  /** Id of the row of the table. It outlives a reload, and is the same in all replicas. */
  readonly rule: string;
  /** The service's own name. */
  readonly name: string;
  /** Query of the submission that the result needs; '' for none. */
  readonly query: string;
}

/** No text of XML has this character, nor has a query. */
const SEPARATOR = '\0';

export function writeJobId({ rule, name, query }: JobId): string {
  const fields = query === '' ? [rule, name] : [rule, name, query];
  return Buffer.from(fields.join(SEPARATOR)).toString('base64url');
}

/** undefined: nothing that `writeJobId` writes. */
export function readJobId(text: string): JobId | undefined {
  const [rule, name, query = '', ...more] = Buffer.from(text, 'base64url').toString().split(SEPARATOR);
  if (name === undefined || name === '' || more.length > 0) return undefined;
  const id = { rule, name, query };
  // A second spelling of an id would be a second address of the job.
  return writeJobId(id) === text ? id : undefined;
}
