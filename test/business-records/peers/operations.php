<?php
// The operations that PHP's SoapClient finds in a WSDL, a JSON array of its declarations.
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE]);
echo json_encode(['operations' => $client->__getFunctions(), 'types' => $client->__getTypes()]);
