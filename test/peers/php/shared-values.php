<?php
// People who share an office, as one object: SoapServer writes it once, with an id, and refers to it elsewhere.
declare(strict_types=1);

final class People
{
    public function GetPeople(): array
    {
        $office = (object) ['city' => 'Oslo', 'floor' => 4];
        $person = fn (int $i): array => ['name' => "p$i", 'office' => $office, 'second' => $office];
        $people = array_map($person, range(1, (int) getenv('PEER_PEOPLE')));
        return ['person' => $people];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new People());
$server->handle();
