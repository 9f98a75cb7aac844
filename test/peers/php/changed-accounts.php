<?php
// The Bank service of tutorial 10 after its vendor changed it: what it answers is PEER_ACCOUNT (JSON), as its own WSDL says.
declare(strict_types=1);

final class Bank
{
    public function GetAccount(object $request): array
    {
        return ['account' => json_decode(getenv('PEER_ACCOUNT'), true)];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Bank());
$server->handle();
