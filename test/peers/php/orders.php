<?php
// An rpc/literal service on PHP's SoapServer: parts are parameters, several parts come back.
declare(strict_types=1);

final class Orders
{
    public function PlaceOrder(int $customer, object $order, string $due): array
    {
        $lines = is_array($order->line) ? $order->line : [$order->line];
        $total = 0.0;
        foreach ($lines as $line) {
            $total += $line->quantity * (float) ($line->price ?? 0);
        }
        $kinds = count($lines) . ($order->urgent ?? false ? '!' : '');
        return ['number' => "$customer/$due/$kinds", 'state' => $total > 100 ? 'refused' : 'accepted', 'total' => number_format($total, 2, '.', '')];
    }

    public function CountOrders(): int
    {
        return 42;
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Orders());
$server->handle();
