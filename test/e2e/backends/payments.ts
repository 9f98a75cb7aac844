// Payments, of tutorial 50: every error that its table knows, and some that it does not.
import { type Body, backend, problem } from './routes.ts';

export function paymentsBackend() {
  const payments = new Map<string, Body>();
  return backend({
    'POST /v1/payments': ({ body }) => {
      if (body.from === 'BLOCKED') {
        const data = { account: body.from, blockedUntil: '2030-01-01T00:00:00Z' };
        return problem(423, { code: 'ACCOUNT_BLOCKED', detail: 'Blocked for now', data });
      }
      if (body.from === 'COURT') return problem(451, { code: 'BLOCKED_BY_COURT', detail: 'A court says so' });
      if (body.from === body.to) {
        const wrong = ['from', 'to'].map((field) => ({ field, message: 'both are the same' }));
        return problem(422, { code: 'INVALID_PAYMENT', detail: 'Not a payment', data: { problem: wrong } });
      }
      if (body.amount > 100)
        return problem(402, { code: 'INSUFFICIENT_FUNDS', detail: `${body.from} lacks ${body.amount - 100}` });
      if (body.amount <= 0) return problem(400, { title: 'Nothing to pay', code: 'NO_AMOUNT' });
      const id = payments.size + 5;
      payments.set(String(id), { id, ...body });
      return { status: 201, body: { paymentId: id } };
    },
    'GET /v1/payments/:id': ({ path }) => {
      if (path['id'] === '503')
        return { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>secret</h1>' };
      const payment = payments.get(path['id']);
      const data = { paymentId: Number(path['id']) };
      return payment ? { body: { payment } } : problem(404, { code: 'PAYMENT_NOT_FOUND', detail: 'Not here', data });
    },
    'POST /v1/payments/:id/refunds': ({ path, body }) => {
      const payment = payments.get(path['id']);
      if (!payment) return problem(409, { code: 'REFUND_TOO_LATE', detail: 'It was in May' });
      if (body.amount > payment.amount) return problem(422, { code: 'REFUND_TOO_MUCH', detail: 'More than was paid' });
      payment.refunded = body.amount;
      return { status: 201, body: { refundId: 70 } };
    },
  });
}
