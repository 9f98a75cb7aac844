// The routes that a person writes around a SOAP library: paths, statuses, faults and header parts.
import express, { type Express, type Response } from 'express';

interface SoapFault extends Error {
  readonly root?: { readonly Envelope?: { readonly Body?: { readonly Fault?: { readonly detail?: Detail } } } };
}
type Detail = Readonly<Record<string, object | undefined>>;
interface Result {
  readonly order?: object;
}
export type Done = (
  error: SoapFault | null,
  result: Result,
  raw: unknown,
  header?: { readonly Quota?: unknown },
) => void;

export interface ByHand {
  get(args: object, done: Done): void;
  list(args: object, done: Done): void;
  create(args: object, tenant: string | undefined, done: Done): void;
}

function fail(res: Response, error: SoapFault): void {
  const missing = error.root?.Envelope?.Body?.Fault?.detail?.OrderNotFound;
  if (missing) res.status(404).json({ code: 'ORDER_NOT_FOUND', message: error.message, ...missing });
  else res.status(502).json({ code: 'SERVICE', message: error.message });
}

export function routes(app: Express, calls: ByHand): Express {
  app.get('/orders/:number', (req, res) => {
    calls.get({ number: req.params.number }, (error, result, _raw, header) => {
      if (error) return fail(res, error);
      if (!result?.order) return fail(res, new Error('The response has no order'));
      if (header?.Quota !== undefined) res.set('X-Quota', String(header.Quota));
      res.json(result.order);
    });
  });
  app.get('/orders', (req, res) => {
    const page = req.query.page === undefined ? {} : { page: req.query.page };
    calls.list(page, (error, result) => (error ? fail(res, error) : res.json(result)));
  });
  app.post('/orders', express.json(), (req, res) => {
    calls.create({ order: req.body }, req.get('X-Tenant'), (error, result) =>
      error ? fail(res, error) : res.status(201).json(result),
    );
  });
  return app;
}
