import type { IncomingMessage, ServerResponse } from 'node:http';

/** connect's signature. `next` gets what is not the handler's own to answer. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;
