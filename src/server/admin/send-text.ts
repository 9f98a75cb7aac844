// Responses of the admin port, which nobody may keep.
import type { ServerResponse } from 'node:http';

export function sendText(res: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(text);
}

export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  sendText(res, status, `${JSON.stringify(value, null, 2)}\n`, 'application/json');
}
