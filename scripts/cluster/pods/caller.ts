// The process of a pod that calls: `POST /start` with what to call, `POST /counts` and `POST /stop` for what came of it.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Callers, type Calls, startCallers } from './callers.ts';

let callers: Callers | undefined;

createServer(async (req, res) => {
  if (req.url === '/start') callers = startCallers((await json(req)) as Calls);
  const counts = req.url === '/stop' ? await callers?.stop() : await callers?.counts();
  res.end(JSON.stringify(counts ?? {}));
}).listen(7000);

process.on('SIGTERM', () => process.exit(0));
