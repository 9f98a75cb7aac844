<?php
// The Bank service of tutorial 10 on PHP's SoapServer, from the tutorial's own WSDL.
declare(strict_types=1);

const ACCOUNTS = [
    '7' => ['owner' => 'Harbour Books', 'opened' => '2019-03-04', 'frozen' => false, 'balance' => ['EUR' => '1204.50', 'SEK' => '13550.63']],
    '9007199254740993' => ['owner' => 'Ö & <Søn>', 'opened' => '1999-12-31', 'frozen' => true, 'balance' => ['EUR' => '12345678901234567890.125']],
];

final class Bank
{
    public function GetAccount(object $request): array
    {
        $id = (string) $request->accountId;
        $account = ACCOUNTS[$id] ?? null;
        if ($account === null) {
            throw new SoapFault('Server', "There is no account $id", null, ['accountId' => $request->accountId], 'AccountNotFound');
        }
        $currency = $request->currency ?? 'EUR';
        if (!isset($account['balance'][$currency])) {
            throw new SoapFault('Client', "There is no rate for $currency");
        }
        return ['account' => [
            'id' => $request->accountId,
            'owner' => $account['owner'],
            'balance' => $account['balance'][$currency],
            'currency' => $currency,
            'opened' => $account['opened'],
            'frozen' => $account['frozen'],
        ]];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Bank());
$server->handle();
