// An application of port 3000. `node app.ts calling`: it asks the gateway beside it for what it is asked, and finishes its own requests when it is told to
// end. `node app.ts called`: a REST API for the gateway in front of it, which ends at once: the gateway and its chart must see to it that nobody asks any more.
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const GATEWAY = 'http://127.0.0.1:8080';
/** ms for which it serves on after its signal: by then nobody sends it new connections. */
const SERVES_ON = 5000;
const payment = { id: 7, from: 'A', to: 'B', amount: 10.5, reference: 'lunch' };

const [, , kind] = process.argv;
let ending = false;

const server = createServer(async (req, res) => {
  if (ending) res.setHeader('connection', 'close');
  if (kind === 'called') return reply(res, 200, JSON.stringify({ payment }));
  try {
    const response = await fetch(`${GATEWAY}${req.url}`);
    reply(res, response.status, await response.text());
  } catch (e) {
    reply(res, 502, `{"code":"${(e as { cause?: { code?: string } }).cause?.code ?? 'FETCH'}"}`);
  }
});

function reply(res: ServerResponse, status: number, body: string): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

process.on('SIGTERM', async () => {
  if (kind === 'called') process.exit(0);
  ending = true;
  await wait(SERVES_ON);
  server.close(() => process.exit(0));
});
server.keepAliveTimeout = 60_000;
server.listen(3000);
