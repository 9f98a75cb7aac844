// Serves the page of a workbench and answers it. Knows nothing about tables.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiProblem } from '../protocol/api.ts';
import { Refusal } from '../protocol/refusal.ts';
import { refusalOf, type Studio } from '../studio.ts';
import { checkOrigin, hasToken } from './guard.ts';
import { optionalText, recordInput, textOf, translateInput } from './inputs.ts';
import { pageFile } from './page-files.ts';
import { readJson } from './read-json.ts';

interface Call {
  readonly studio: Studio;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly authorized: boolean;
  body(): Promise<Readonly<Record<string, unknown>>>;
}

type Answer = (call: Call) => unknown;

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['GET state', ({ studio, authorized }) => studio.state(authorized)],
  ['GET operations', ({ studio }) => studio.operations()],
  ['GET cases', ({ studio }) => studio.cases()],
  ['GET exchanges', ({ studio }) => studio.exchanges()],
  ['POST translate', async ({ studio, body }) => studio.translate(translateInput(await body()))],
  ['POST cases/run', async ({ studio, body }) => studio.run(optionalText(await body(), 'key'))],
  ['POST cases', authorizedOnly(async ({ studio, body }) => studio.record(recordInput(await body())))],
  [
    'POST exchanges/record',
    authorizedOnly(async ({ studio, body }) => studio.recordExchange(textOf((await body())['key'], 'key'))),
  ],
  ['POST send', authorizedOnly(async ({ studio, body }) => studio.send(textOf((await body())['text'], 'text')))],
]);

/** Where a token is set, others who can reach the port read nothing of the table, its cases and its exchanges. */
function checkReader({ options: { token, hint = '' } }: Studio, authorized: boolean): void {
  if (token !== undefined && !authorized) throw new Refusal('token', hint);
}

function authorizedOnly(answer: Answer): Answer {
  return (call) => {
    const { hint = 'nothing can be written here' } = call.studio.options;
    if (!call.authorized) throw new Refusal('token', hint);
    return answer(call);
  };
}

/** `path`: below the address of the workbench, without a slash in front. `allows`: host names that are ours. */
export type StudioListener = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

export function studioListener(studio: Studio, allows: (host: string | undefined) => boolean): StudioListener {
  return async (req, res, path) => {
    setHeaders(res);
    try {
      checkOrigin(req, allows);
      await route(studio, req, res, path);
    } catch (error) {
      fail(req, res, error);
    }
  };
}

async function route(studio: Studio, req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
  const { method = '' } = req;
  const name = /^api\/(.*)$/.exec(path)?.[1];
  if (name === undefined) return sendFile(req, res, path);
  const isEvents = method === 'GET' && name === 'events';
  const answer = ANSWERS.get(`${method} ${name}`);
  if (answer === undefined && !isEvents) throw new Refusal(undefined, `there is nothing at ${method} ${path}`, 404);
  const authorized = hasToken(req, studio.options.token);
  checkReader(studio, authorized);
  if (answer === undefined) return sendEvents(studio, req, res);
  sendJson(res, 200, await answer({ studio, req, res, authorized, body: () => readJson(req) }));
}

function sendFile(req: IncomingMessage, res: ServerResponse, path: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new Refusal(undefined, 'only GET and HEAD', 405);
  const file = pageFile(path);
  if (file === undefined) throw new Refusal(undefined, `there is no file ${path}`, 404);
  res.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length }).end(file.bytes);
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function setHeaders(res: ServerResponse): void {
  res.setHeader('Content-Security-Policy', POLICY);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  res.setHeader('Cache-Control', 'no-store');
}

/** ms between two signs of life, so that a connection that has gone is noticed. */
const ALIVE = 15_000;
/** Pages that listen at once. */
const MOST_LISTENERS = 20;
let listeners = 0;

/** The number of the table, now and after each load (HTML, server-sent events). */
function sendEvents(studio: Studio, req: IncomingMessage, res: ServerResponse): void {
  if (listeners >= MOST_LISTENERS) throw new Refusal(undefined, 'too many pages are open', 503);
  listeners++;
  res.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const say = (revision: number) => void res.write(`data: ${revision}\n\n`);
  say(studio.table.revisionNow);
  const forget = studio.table.listen(say);
  const timer = setInterval(() => void res.write(':\n\n'), ALIVE);
  timer.unref();
  const end = () => res.end();
  studio.table.closed.addEventListener('abort', end);
  req.on('close', () => {
    listeners--;
    forget();
    studio.table.closed.removeEventListener('abort', end);
    clearInterval(timer);
  });
}

function sendJson(res: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

function fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent) return void res.destroy();
  const refusal = refusalOf(error);
  const problem: ApiProblem = { error: refusal?.message ?? `internal error: ${error}`, code: refusal?.code };
  // What is left of a body that is too large is not read.
  if (!req.complete) res.setHeader('Connection', 'close');
  sendJson(res, refusal?.status ?? 500, problem);
}
