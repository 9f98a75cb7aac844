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
  recordExchange: (key: string) => post<Recorded>('exchanges/record', { key }),
  send: (text: string) => post<WireExchange>('send', { text }),
};

/** ms before a page that has lost its server tries again. */
const AGAIN = 2000;
const LOST = 'The studio does not respond. Is the command still running? This page tries again by itself.';

/** `onRevision`: called with each load of the table, now too. `onLost`: with the reason why there are none. */
export async function follow(onRevision: () => void, onLost: (reason: string) => void): Promise<void> {
  try {
    await readEvents(onRevision);
    onLost(LOST);
  } catch (error) {
    const isRefused = error instanceof ServerProblem && error.code === 'token';
    onLost(isRefused ? `This page has not the token: ${error.message}.` : LOST);
    if (isRefused) return;
  }
  setTimeout(() => void follow(onRevision, onLost), AGAIN);
}

/** Server-sent events, until they end. EventSource cannot send the token in a header field. */
async function readEvents(onEvent: () => void): Promise<void> {
  const response = await fetch('api/events', { headers: tokenField() });
  if (!response.ok || response.body === null) throw new ServerProblem(await problemIn(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let line = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (line + read.value).split('\n');
    line = lines.pop() ?? '';
    if (lines.some((text) => text.startsWith('data:'))) onEvent();
  }
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
  if (response.ok) return (await response.json()) as T;
  throw new ServerProblem(await problemIn(response));
}

function problemIn(response: Response): Promise<ApiProblem> {
  return response.json().catch(() => ({ error: `the studio responded with ${response.status}` }));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
