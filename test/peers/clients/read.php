<?php
// What PHP's SoapClient makes of each WSDL named on the command line: JSON, one line each.
ini_set('soap.wsdl_cache_enabled', '0');
foreach (array_slice($argv, 1) as $wsdl) {
    try {
        $client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE, 'exceptions' => true]);
        echo json_encode(['operations' => $client->__getFunctions(), 'types' => $client->__getTypes()]), "\n";
    } catch (Throwable $e) {
        echo json_encode(['error' => $e->getMessage()]), "\n";
    }
}
