<?php
// A service with SOAP encoding in document style on PHP's SoapServer. A paper that stands twice is written once, with an id.
declare(strict_types=1);

final class Papers
{
    public function File(object $paper): object
    {
        $paper->pages = ($paper->pages ?? 0) + 1;
        return $paper;
    }

    public function Copy(object $original): array
    {
        return [$original, $original];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setObject(new Papers());
$server->handle();
