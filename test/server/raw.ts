import { connect } from 'node:net';

/** Sends bytes as they are; resolves with all that comes back. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let got = '';
    socket.on('data', (piece) => (got += piece.toString('latin1')));
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}
