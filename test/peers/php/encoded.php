<?php
// A service with SOAP encoding on PHP's SoapServer: it says what it is sent. Values that stand twice are written once, with an id.
declare(strict_types=1);

final class Encoded
{
    public function echoPerson(object $p): object
    {
        return $p;
    }

    public function echoPeople(array $a): array
    {
        return [...$a, $a[0]];
    }

    public function echoStrings(array $a): array
    {
        return $a;
    }

    public function echoJagged(array $a): array
    {
        return $a;
    }

    public function echoMatrix(array $a): array
    {
        return $a;
    }

    public function echoAny(array $a): array
    {
        return $a;
    }

    /** An array with keys is a map of Apache. What PHP reads as an object is none. */
    public function echoOne(mixed $x): mixed
    {
        return is_array($x) ? ['keys' => count($x), ...$x] : 'no map';
    }

    public function reset(): void
    {
    }

    public function echoInt(?int $i, ?string $s): array
    {
        return ['return' => $i, 's' => $s];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setObject(new Encoded());
$server->handle();
