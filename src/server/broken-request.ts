// What a caller gets whose bytes are not an HTTP request, or who is too slow in sending one: node never makes a request of them.
import type { Duplex } from 'node:stream';

const ANSWERS = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'Request Header Fields Too Large', 'the head of the request is too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Request Timeout', 'the request did not arrive in time']],
] as const);

export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, detail] = ANSWERS.get(error.code as never) ?? [
    400,
    'Bad Request',
    'this is not an HTTP request',
  ];
  const body = JSON.stringify({ type: 'about:blank', title: phrase, status, detail });
  const head = ['Content-Type: application/problem+json', 'Connection: close', `Content-Length: ${body.length}`];
  socket.end([`HTTP/1.1 ${status} ${phrase}`, ...head, '', body].join('\r\n'));
}
