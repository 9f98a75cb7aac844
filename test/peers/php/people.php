<?php
// The People of tutorial 45 on PHP's SoapServer.
declare(strict_types=1);

final class People
{
    private const PEOPLE = [1 => 'ada', 2 => 'bob', 3 => 'eve'];

    public function FindPerson(object $request): array
    {
        $id = array_search(explode('@', $request->email)[0], self::PEOPLE, true);
        return ['personId' => $id === false ? $this->fault('NotFound', "No person {$request->email}", ['what' => "person {$request->email}"]) : $id];
    }

    public function GetBalance(object $request): array
    {
        if ((int) $request->personId === 3) {
            $this->fault('NotFound', 'No account', ['what' => 'account']);
        }
        return ['balance' => '10.50', 'currency' => 'EUR'];
    }

    public function DraftOrder(object $request): array
    {
        return ['draftId' => 100 * (int) $request->personId + count((array) $request->item)];
    }

    public function PlaceOrder(object $request): array
    {
        if ((int) $request->draftId > 200) {
            $this->fault('Refused', 'The limit is reached', ['why' => 'limit']);
        }
        return ['orderId' => (int) $request->draftId + 1000, 'total' => '99.90'];
    }

    public function GetPerson(object $request): array
    {
        $name = self::PEOPLE[$request->personId] ?? $this->fault('NotFound', 'No person', ['what' => "person {$request->personId}"]);
        return ['person' => ['id' => $request->personId, 'name' => $name, 'email' => "$name@example.com"]];
    }

    public function AddPerson(object $request): array
    {
        if ($request->person->name === 'mallory') {
            $this->fault('Refused', 'Not this one', ['why' => 'name']);
        }
        return ['personId' => strlen($request->person->name)];
    }

    private function fault(string $name, string $reason, array $detail): never
    {
        throw new SoapFault('Client', $reason, null, $detail, $name);
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new People());
$server->handle();
