<?php
// Calls operations of a service as PHP's SoapClient does it: VERSION WSDL, then on each line of stdin JSON of [operation, arguments].
// Prints for each line JSON of { result } or { code, reason, detail }.
[, $version, $wsdl] = $argv;
$client = new SoapClient($wsdl, [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'keep_alive' => false,
]);
while (($line = fgets(STDIN)) !== false) {
    [$operation, $arguments] = json_decode($line, true);
    try {
        $said = ['result' => $client->__soapCall($operation, [$arguments])];
    } catch (SoapFault $fault) {
        $said = ['code' => $fault->faultcode, 'reason' => $fault->getMessage(), 'detail' => $fault->detail ?? null];
    }
    echo json_encode($said), "\n";
}
