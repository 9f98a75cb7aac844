<?php
// The PaymentService of tutorial 50 on PHP's SoapServer: declared faults, undeclared faults, and failure inside a normal reply.
// Answers in the SOAP version of the request.
declare(strict_types=1);

final class Payments
{
    private string $file;

    public function __construct()
    {
        $this->file = getenv('PEER_STATE') . '/payments.json';
    }

    public function Pay(object $request): array
    {
        $problems = [];
        if ((float) $request->amount <= 0) {
            $problems[] = ['field' => 'amount', 'message' => 'must be more than 0'];
        }
        if ($request->from === $request->to) {
            $problems[] = ['field' => 'to', 'message' => 'is the paying account'];
        }
        if ($problems) {
            $this->fault('InvalidPayment', 'The payment is not valid', ['problem' => $problems], 'Client');
        }
        if ($request->from === 'BLOCKED') {
            $this->fault('AccountBlocked', 'The account is blocked', ['account' => $request->from, 'until' => '2030-01-01T00:00:00Z', 'reason' => 'court order']);
        }
        if ((float) $request->amount > 1000) {
            $missing = number_format((float) $request->amount - 1000, 2, '.', '');
            $this->fault('InsufficientFunds', 'There is not enough money', ['account' => $request->from, 'missing' => $missing]);
        }
        if ($request->to === 'NOWHERE') {
            throw new SoapFault('Server', 'The clearing house does not answer');
        }
        $payments = $this->load();
        $payments[] = ['from' => $request->from, 'to' => $request->to, 'amount' => (string) $request->amount, 'reference' => $request->reference ?? null];
        file_put_contents($this->file, json_encode($payments), LOCK_EX);
        return ['paymentId' => count($payments)];
    }

    public function GetPayment(object $request): array
    {
        $payment = array_filter($this->find($request->paymentId), fn ($value) => $value !== null);
        return ['payment' => ['id' => $request->paymentId] + $payment];
    }

    /** Failure is told by status/code, with HTTP 200. */
    public function Refund(object $request): array
    {
        $payment = $this->find($request->paymentId);
        if ((float) $request->amount > (float) $payment['amount']) {
            return ['status' => ['code' => 'TOO_MUCH', 'message' => "Only {$payment['amount']} was paid"]];
        }
        if ($payment['reference'] === 'old') {
            return ['status' => ['code' => 'TOO_LATE']];
        }
        return ['status' => ['code' => 'OK'], 'refundId' => 900 + $request->paymentId];
    }

    private function find(int $id): array
    {
        return $this->load()[$id - 1] ?? $this->fault('PaymentNotFound', "There is no payment $id", ['paymentId' => $id], 'Client');
    }

    private function load(): array
    {
        return is_file($this->file) ? json_decode(file_get_contents($this->file), true) : [];
    }

    private function fault(string $name, string $reason, array $detail, string $code = 'Server'): never
    {
        throw new SoapFault($code, $reason, null, $detail, $name);
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Payments());
$server->handle();
