// Answers bytes that are not an HTTP request, and clients that are too slow in sending one: node never makes a request of them.
import type { Socket } from 'node:net';
import type { RequestRecord } from '../../binding/channels.ts';
import { requestId } from '../../binding/identity.ts';
import { refusals } from '../../binding/read-body.ts';
import { problemBody } from '../../binding/rest/front/problem.ts';
import { codedFault, type Fault, toFault } from '../../fault/fault.ts';
import { PROBLEM_MEDIA } from '../../fault/fault-names.ts';
import { connectionOf, responseOf } from './connection.ts';

const TOO_LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const ANSWERS = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    ['HEADERS_TOO_LARGE', 'Request Header Fields Too Large', 'the request headers are too large'],
  ],
  [TOO_LATE, ['REQUEST_TIMEOUT', 'Request Timeout', 'the request did not arrive in time']],
  ['CONNECT', ['NOT_IMPLEMENTED', 'Not Implemented', 'CONNECT is not implemented']],
] as const);

/** Node hands over the bare socket of a CONNECT request: nothing else listens to its errors, or ends it. */
export function refuseConnect(socket: Socket, refused: Refused): void {
  socket.on('error', () => {});
  socket.on('finish', () => socket.destroy());
  answerBrokenRequest(Object.assign(new Error('CONNECT'), { code: 'CONNECT' }), socket, refused);
}

/** `refused` is called for bytes that are no request; a request with an invalid body has a record of its own. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, refused: Refused): void {
  // The last response is written: bytes after it belong to no request.
  if (isClosing(socket)) return void socket.end();
  const response = responseOf(socket);
  // A response that has begun cannot be taken back.
  if (isLost(error, socket) || response?.headersSent) {
    socket.destroy();
    return;
  }
  const answer = ANSWERS.get(error.code as never);
  const [code, phrase, detail] = answer ?? ['BAD_REQUEST', 'Bad Request', 'this is not an HTTP request'];
  const id = requestId(response?.req.headers['x-request-id']);
  const fault = codedFault(code, detail);
  const body = problemBody(fault, id);
  const head = [
    `HTTP/1.1 ${fault.init.status} ${phrase}`,
    `X-Request-Id: ${id}`,
    `Content-Type: ${PROBLEM_MEDIA}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (response) refusals.set(response, { fault, id });
  else refused(refusedRecord(fault, id, Buffer.byteLength(body)));
  socket.end([...head, '', body].join('\r\n'));
}

/** Whether a response cannot arrive. A write on a TLS socket waits for the end of its handshake. */
function isLost({ code }: NodeJS.ErrnoException, socket: Socket): boolean {
  return code === 'ECONNRESET' || /^ERR_(SSL|TLS)/.test(code ?? '') || !socket.writable || !connectionOf(socket);
}

function isClosing(socket: Socket): boolean {
  const response = connectionOf(socket)?.response;
  return response?.writableFinished === true && !response.shouldKeepAlive;
}

/** Node's error for a request that has not arrived in time. */
export function isTooLate({ code }: NodeJS.ErrnoException): boolean {
  return code === TOO_LATE;
}

export function tooLateError(): NodeJS.ErrnoException {
  return Object.assign(new Error('Request timeout'), { code: TOO_LATE });
}

/** Called with the record of each request that HTTP itself refuses: no bridge has seen it. */
export type Refused = (record: RequestRecord) => void;

/** `method` and `path` are '' for bytes that are no request. */
export function refusedRecord(
  error: unknown,
  id: string,
  responseBytes: number,
  { method = '', path = '', protocol }: Pick<Partial<RequestRecord>, 'method' | 'path' | 'protocol'> = {},
): RequestRecord {
  const { init }: Fault = toFault(error);
  const { status, code } = init;
  return { bridge: '', id, method, protocol, path, status, code, ms: 0, upstreamMs: 0, requestBytes: 0, responseBytes };
}
