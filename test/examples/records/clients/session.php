<?php
// A session of the business records service as PHP's SoapClient has it: WSDL. Prints what it saw as JSON.
$m = 'urn:messages_2019_1.platform.webservices.example.com';
$c = 'urn:core_2019_1.platform.webservices.example.com';
$rel = 'urn:relationships_2019_1.lists.webservices.example.com';
$common = 'urn:common_2019_1.platform.webservices.example.com';
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE, 'trace' => true, 'keep_alive' => false]);
$application = new SoapHeader($m, 'applicationInfo', ['applicationId' => '4D5C1A6E-0F4B-4D52-9C5B-DEM000000001']);
$passport = ['email' => 'ada@example.com', 'password' => 'harbour-lights-7', 'account' => 'DEMO1'];
$login = $client->__soapCall('login', [['passport' => $passport]], null, $application);
preg_match_all('/^set-cookie: ([^=]+)=([^;]*)/mi', $client->__getLastResponseHeaders(), $cookies, PREG_SET_ORDER);
foreach ($cookies as [, $name, $value]) $client->__setCookie($name, $value);
$record = new SoapVar(['companyName' => 'PHP & Söhne', 'externalId' => 'PHP-1'], SOAP_ENC_OBJECT, 'Customer', $rel);
$added = $client->add(['record' => $record]);
$ref = new SoapVar(['type' => 'customer', 'externalId' => 'PHP-1'], SOAP_ENC_OBJECT, 'RecordRef', $c);
$got = $client->get(['baseRef' => $ref]);
$search = new SoapVar([], SOAP_ENC_OBJECT, 'BinSearchBasic', $common);
$found = $client->search(['searchRecord' => $search]);
$next = $client->searchNext([]);
$client->logout([]);
try {
    $client->getServerTime([]);
} catch (SoapFault $fault) {
    $after = $fault->detail->invalidSessionFault->code;
}
echo json_encode([
    'user' => $login->sessionResponse->userId->name,
    'added' => $added->writeResponse->status->isSuccess,
    'name' => $got->readResponse->record->companyName,
    'total' => $found->searchResult->totalRecords,
    'page' => $next->searchResult->pageIndex,
    'after' => $after,
]);
