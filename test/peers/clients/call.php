<?php
// Calls operations of a service as PHP's SoapClient does it: VERSION WSDL, then on each line of stdin JSON of [operation, arguments, headers].
// Prints for each line JSON of { result } or { code, reason, detail }. How arguments are written is told in callers.ts.
[, $version, $wsdl] = $argv;
$client = new SoapClient($wsdl, [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    'keep_alive' => false,
]);

/** An element as it stands. */
function element(stdClass $value): SoapVar
{
    [$namespace, $name] = explode('}', substr($value->{'$element'}, 1));
    $xml = "<e:$name xmlns:e=\"$namespace\"";
    foreach ($value as $key => $member) {
        if ($key[0] === '@') {
            $xml .= ' ' . substr($key, 1) . '="' . htmlspecialchars((string) $member) . '"';
        }
    }
    return new SoapVar("$xml>{$value->{'$xml'}}</e:$name>", XSD_ANYXML);
}

/** Attributes are properties like elements, text beside them is `_`, what a wildcard takes is `any`. */
function argument(mixed $value): mixed
{
    if (is_array($value)) {
        return array_map(argument(...), $value);
    }
    if (!$value instanceof stdClass) {
        return $value;
    }
    if (isset($value->{'$list'})) {
        return implode(' ', $value->{'$list'});
    }
    if (isset($value->{'$bytes'})) {
        return base64_decode($value->{'$bytes'});
    }
    if (isset($value->{'$xml'})) {
        return element($value);
    }
    $names = ['$value' => '_', '$any' => 'any'];
    $made = new stdClass();
    foreach ($value as $name => $member) {
        if ($name !== '$type') {
            $made->{$names[$name] ?? ltrim($name, '@')} = argument($member);
        }
    }
    if (!isset($value->{'$type'})) {
        return $made;
    }
    [$namespace, $name] = explode('}', substr($value->{'$type'}, 1));
    return new SoapVar($made, SOAP_ENC_OBJECT, $name, $namespace);
}

while (($line = fgets(STDIN)) !== false) {
    [$operation, $arguments, $headers] = json_decode($line);
    $parts = [];
    foreach ($headers ?? [] as $name => $text) {
        [$namespace, $local] = explode('}', substr($name, 1));
        $parts[] = new SoapHeader($namespace, $local, $text);
    }
    try {
        $said = ['result' => $client->__soapCall($operation, [argument($arguments)], null, $parts ?: null)];
    } catch (SoapFault $fault) {
        $said = [
            'type' => $fault::class,
            'code' => $fault->faultcode,
            'reason' => $fault->getMessage(),
            'detail' => $fault->detail ?? null,
        ];
    }
    echo json_encode($said), "\n";
}
