// Asks the server. Failures are texts for people.
import type {
  ApiProblem,
  CaseResult,
  ListedCase,
  ListedOperation,
  Recorded,
  RecordRequest,
  TableState,
  TranslateRequest,
  Translation,
  WireExchange,
} from '../protocol/api.ts';

export class ServerProblem extends Error {
  readonly code: ApiProblem['code'];

  constructor({ error, code }: ApiProblem) {
    super(error);
    this.code = code;
  }
}

const TOKEN = 'soapstone-studio-token';

/** The address that the command prints ends with the token. It is taken out of the address bar, and stays in this tab. */
export function takeToken(): void {
  const match = /^#token=([\w-]+)$/.exec(location.hash);
  if (!match) return;
  sessionStorage.setItem(TOKEN, match[1]);
  history.replaceState(null, '', location.pathname);
}

export const server = {
  state: () => get<TableState>('state'),
  operations: () => get<ListedOperation[]>('operations'),
  cases: () => get<ListedCase[]>('cases'),
  exchanges: () => get<WireExchange[]>('exchanges'),
  translate: (request: TranslateRequest) => post<Translation>('translate', request),
  run: (key?: string) => post<CaseResult[]>('cases/run', { key }),
  record: (request: RecordRequest) => post<Recorded>('cases', request),
  send: (text: string) => post<WireExchange>('send', { text }),
};

/** `onRevision`: called with each load of the table, now too. `onLost`: the server does not respond. */
export function follow(onRevision: (revision: number) => void, onLost: () => void): void {
  const source = new EventSource('api/events');
  source.onmessage = ({ data }) => onRevision(Number(data));
  source.onerror = onLost;
}

function get<T>(path: string): Promise<T> {
  return ask(path, { headers: tokenField() });
}

function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', ...tokenField() };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function tokenField(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { 'x-studio-token': token };
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`api/${path}`, init);
  } catch {
    throw new ServerProblem({ error: 'the studio does not respond: is the command still running?' });
  }
  const value: unknown = await response.json().catch(() => ({ error: `the studio responded with ${response.status}` }));
  if (response.ok) return value as T;
  throw new ServerProblem(value as ApiProblem);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
