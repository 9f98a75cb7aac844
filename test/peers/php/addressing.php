<?php
// The accounts of mappings/10-first-row by WS-Addressing: the owner of each says what the request has, and responses relate to requests.
declare(strict_types=1);

const VERSIONS = ['http://www.w3.org/2005/08/addressing', 'http://schemas.xmlsoap.org/ws/2004/08/addressing'];

final class Bank
{
    private array $seen = [];

    public function __construct(private SoapServer $server, private string $ns) {}

    public function MessageID(string $id): void { $this->seen[0] = $id; }
    public function To(string $to): void { $this->seen[1] = $to; }
    public function Action(string $action): void { $this->seen[2] = $action; }
    public function ReplyTo(object $endpoint): void { $this->seen[3] = $endpoint->Address; }

    public function GetAccount(object $request): array
    {
        ksort($this->seen);
        foreach (['RelatesTo' => $this->seen[0], 'Action' => 'urn:any'] as $name => $text)
            $this->server->addSoapHeader(new SoapHeader($this->ns, $name, new SoapVar($text, XSD_STRING), true));
        $owner = implode(' ', [...$this->seen, $this->ns]);
        return ['account' => ['id' => $request->accountId, 'owner' => $owner, 'balance' => '1', 'currency' => 'EUR', 'opened' => '2020-01-01', 'frozen' => false]];
    }
}

$body = file_get_contents('php://input');
$used = array_values(array_filter(VERSIONS, fn (string $ns) => str_contains($body, $ns)));
$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Bank($server, $used[0] ?? ''));
$server->handle($body);
