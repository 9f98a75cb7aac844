<?php
// Calls a service with SOAP encoding by its WSDL, the argument. Objects that stand twice are sent once, with an id. Prints JSON: a line for each call.
$client = new SoapClient($argv[1], ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS, 'keep_alive' => false]);
$boss = (object) ['name' => 'Bo'];
$ann = (object) ['name' => 'Ann', 'age' => 4, 'boss' => $boss, 'tags' => ['a', 'b']];
$cy = (object) ['name' => 'Cy', 'boss' => $boss];
$own = (object) ['name' => 'Di'];
$own->boss = $own;
$calls = [
    ['echoInt', 5, 'a<b'],
    ['echoStrings', ['x', 'y']],
    ['echoStrings', []],
    ['echoJagged', [['x'], ['y', 'z']]],
    ['echoMatrix', [[1, 2, 3], [4, 5, 6]]],
    ['echoPeople', [$ann, $cy, $ann]],
    ['echoAny', ['s', 5, true, null]],
    ['echoOne', ['a' => 1, 'b' => ['c' => true]]],
    ['echoPerson', $own],
];
foreach ($calls as [$operation, $value, ]) {
    $arguments = $operation === 'echoInt' ? [$value, 'a<b'] : [$value];
    try {
        $said = ['result' => $client->__soapCall($operation, $arguments)];
    } catch (SoapFault $fault) {
        $said = ['code' => $fault->faultcode, 'reason' => $fault->getMessage()];
    }
    echo json_encode($said), "\n";
}
