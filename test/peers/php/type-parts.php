<?php
// A document/literal service on PHP's SoapServer whose parts have types, not elements.
declare(strict_types=1);

final class Orders
{
    private string $token = '';

    public function token(string $token): void
    {
        $this->token = $token;
    }

    public function Place(object $order): array
    {
        if ($order->quantity > 9) {
            throw new SoapFault('Client', 'too many', null, ['article' => $order->article], 'Refused');
        }
        return ['number' => "$order->quantity/$order->article", 'signed' => $this->token === 'secret'];
    }

    public function Split(int $pieces, object $whole): array
    {
        $first = ['article' => $whole->article, 'quantity' => intdiv($whole->quantity, $pieces)];
        return ['first' => $first, 'left' => $whole->quantity - $first['quantity']];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Orders());
$server->handle();
