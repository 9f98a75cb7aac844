<?php
// The accounts of mappings/10-first-row, for callers who show header blocks that no WSDL declares. A response has one too.
declare(strict_types=1);

final class Bank
{
    private ?string $tenant = null;
    private ?object $session = null;

    public function __construct(private SoapServer $server) {}

    public function Tenant(string $tenant): void
    {
        $this->tenant = $tenant;
    }

    public function Session(object $session): void
    {
        $this->session = $session;
    }

    public function GetAccount(object $request): array
    {
        $this->server->addSoapHeader(new SoapHeader('urn:vendor', 'Quota', new SoapVar('41', XSD_STRING), true));
        $session = $this->session === null ? '-' : "{$this->session->User}/{$this->session->Device->Kind}";
        return ['account' => [
            'id' => $request->accountId, 'owner' => "$this->tenant $session", 'balance' => '1', 'currency' => 'EUR', 'opened' => '2020-01-01', 'frozen' => false,
        ]];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Bank($server));
$server->handle();
