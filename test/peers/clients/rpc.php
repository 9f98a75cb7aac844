<?php
// Calls PlaceOrder of the rpc/literal contract without its WSDL: every simple part names its type by xsi:type. The argument is the address.
// Prints JSON of { result } or { code, reason }.
$client = new SoapClient(null, ['location' => $argv[1], 'uri' => 'urn:example:rpc-literal:calls', 'keep_alive' => false]);
$line = '<d:line xmlns:d="urn:example:rpc-literal:data"><d:article>a</d:article><d:quantity>2</d:quantity><d:price>1.5</d:price></d:line>';
try {
    $said = ['result' => $client->__soapCall('PlaceOrder', [
        new SoapParam(7, 'customer'),
        new SoapVar("<order>$line</order>", XSD_ANYXML),
        new SoapParam(new SoapVar('2024-05-06', XSD_DATE), 'due'),
    ], ['soapaction' => 'urn:example:rpc-literal#PlaceOrder'])];
} catch (SoapFault $fault) {
    $said = ['code' => $fault->faultcode, 'reason' => $fault->getMessage()];
}
echo json_encode($said);
