// Responses of a Redis that nobody asked for end the connection: further ones could be taken for those of other commands.
import type { Redis } from 'ioredis';

/** What the client keeps of a connection. */
interface Parts {
  readonly stream: NodeJS.ReadableStream & { destroy(error: Error): void };
  readonly commandQueue: { shift(): unknown };
}

/**
 * For each new connection. The client itself would take no notice of such a response, and end the process where it is nil. So it finds a command
 * that waits for one.
 */
export function endStrayResponses(client: Redis): void {
  const { stream, commandQueue } = client as unknown as Parts;
  let reading = false;
  const end = () => {
    stream.destroy(new Error('the store sent an unexpected response'));
  };
  const refuse = () => {
    // A client that empties its queue does so until nothing is left.
    reading = false;
    end();
  };
  const stray = { command: { name: 'stray', args: [], resolve: end, reject: refuse } };
  const shift = commandQueue.shift.bind(commandQueue);
  commandQueue.shift = () => shift() ?? (reading ? stray : undefined);
  stream.prependListener('data', () => {
    reading = true;
  });
  stream.on('data', () => {
    reading = false;
  });
}
