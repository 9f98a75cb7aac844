// Which protocol a client speaks: by ALPN under TLS (RFC 7301), else by its first bytes (RFC 9113 §3.3). Knows nothing about either.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** No method of HTTP/1.1 begins so (RFC 9113 §3.4). */
const PREFACE = Buffer.from('PRI ');

type Take = (socket: Socket) => void;

/** Connections of HTTP/2 go to `http2`, others to the server itself, after `http1`. `secure`: all connections have TLS. */
export function chooseProtocol(server: Server, secure: boolean, http2: Take, http1: Take): void {
  const event = secure ? 'secureConnection' : 'connection';
  const listeners = server.listeners(event) as Take[];
  server.removeAllListeners(event);
  const take = (socket: Socket, isHttp2: boolean) => {
    if (isHttp2) return http2(socket);
    http1(socket);
    for (const listener of listeners) listener.call(server, socket);
  };
  server.on(event, (socket: Socket) => {
    if (secure) take(socket, (socket as TLSSocket).alpnProtocol === 'h2');
    else sniff(socket, (isHttp2) => take(socket, isHttp2));
  });
}

/** Nobody else listens to the socket until its protocol is known. */
function sniff(socket: Socket, then: (isHttp2: boolean) => void): void {
  let start: Buffer = Buffer.alloc(0);
  const ignore = () => {};
  const look = () => {
    const piece = socket.read() as Buffer | null;
    if (piece === null) return;
    start = start.length === 0 ? piece : Buffer.concat([start, piece]);
    const length = Math.min(start.length, PREFACE.length);
    const isAlike = start.compare(PREFACE, 0, length, 0, length) === 0;
    if (isAlike && length < PREFACE.length) return;
    socket.off('readable', look);
    socket.off('error', ignore);
    socket.unshift(start);
    then(isAlike);
  };
  socket.on('error', ignore);
  socket.on('readable', look);
}
