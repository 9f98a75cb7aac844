<?php
// The ParcelService of tutorial 20 on PHP's SoapServer. PHP's own encoder knows no substitution groups, mixed content or foreign
// attributes, so parcels are kept and given back as the XML that came; everything else goes through the encoder.
declare(strict_types=1);

const P = 'https://example.com/parcels';

/** Parcels of one tenant: one file each, named by number, holding the parcel element. */
final class Shelf
{
    private string $folder;

    public function __construct(string $tenant)
    {
        $this->folder = getenv('PEER_STATE') . '/' . bin2hex($tenant);
        @mkdir($this->folder);
    }

    public function add(DOMElement $parcel): int
    {
        $lock = fopen($this->folder . '/lock', 'c+');
        flock($lock, LOCK_EX);
        $id = count(glob($this->folder . '/*.xml')) + 1;
        $parcel->setAttribute('id', (string) $id);
        file_put_contents("$this->folder/$id.xml", $parcel->ownerDocument->saveXML($parcel));
        fclose($lock);
        return $id;
    }

    public function get(int $id): ?string
    {
        $file = "$this->folder/$id.xml";
        return is_file($file) ? file_get_contents($file) : null;
    }

    /** @return string[] by number */
    public function all(): array
    {
        $files = glob($this->folder . '/*.xml');
        natsort($files);
        return array_map('file_get_contents', array_values($files));
    }
}

final class Parcels
{
    private string $tenant = '';
    private DOMDocument $request;

    public function __construct(string $request)
    {
        $this->request = new DOMDocument();
        $this->request->loadXML($request);
    }

    /** Header part; SoapServer calls it before the operation. */
    public function Tenant(string $tenant): void
    {
        $this->tenant = $tenant;
    }

    public function CreateParcel(object $request): array
    {
        $test = $request->testOnly ?? false;
        $parcel = $this->detached($this->request->getElementsByTagNameNS(P, 'parcel')->item(0));
        $id = $test ? 0 : (new Shelf($this->tenant))->add($parcel);
        $weight = $request->parcel->weight;
        $kilos = (float) $weight->_ * ['kg' => 1, 'g' => 0.001, 'lb' => 0.45359237][$weight->unit ?? 'kg'];
        $price = $test ? null : ['_' => number_format(2 + $kilos * 1.5, 2, '.', ''), 'currency' => 'EUR'];
        return ['id' => $id, 'createdAt' => gmdate('Y-m-d\TH:i:s\Z'), 'price' => $price];
    }

    public function GetParcel(object $request): array
    {
        $parcel = (new Shelf($this->tenant))->get((int) $request->id);
        return $parcel === null ? [] : ['parcel' => new SoapVar($parcel, XSD_ANYXML)];
    }

    public function FindParcels(object $request): array
    {
        $wanted = (array) ($request->service ?? []);
        $found = array_filter((new Shelf($this->tenant))->all(), fn (string $xml) => !$wanted || in_array($this->serviceOf($xml), $wanted, true));
        $page = array_slice($found, 0, (int) ($request->limit ?? 50));
        return ['total' => count($found), 'parcel' => array_map(fn (string $xml) => new SoapVar($xml, XSD_ANYXML), array_values($page))];
    }

    public function TrackParcel(object $request): SoapVar
    {
        if ((int) $request->id !== 1) {
            return new SoapVar('<p:TrackParcelResponse xmlns:p="' . P . '"><p:delivered><p:at>2024-05-09T10:00:00+02:00</p:at></p:delivered></p:TrackParcelResponse>', XSD_ANYXML);
        }
        return new SoapVar('<p:TrackParcelResponse xmlns:p="' . P . '">'
            . '<p:scanned><p:at>2024-05-06T07:08:09.5Z</p:at><p:office>HAM01</p:office></p:scanned>'
            . '<p:delayed><p:at>2024-05-07T00:00:00Z</p:at><p:by>P1DT2H</p:by><p:reason>snow &amp; ice</p:reason></p:delayed>'
            . '<p:scanned><p:at>2024-05-08T06:00:00Z</p:at><p:office>MUC02</p:office></p:scanned>'
            . '<p:delivered><p:at>2024-05-08T11:30:00Z</p:at></p:delivered>'
            . '</p:TrackParcelResponse>', XSD_ANYXML);
    }

    /** Lays the label out as text: the order of the lines is that of the request. */
    public function PrintLabel(object $request): array
    {
        $layout = $this->request->getElementsByTagNameNS(P, 'layout')->item(0);
        $columns = (int) ($layout->getAttribute('columns') ?: 32);
        $lines = [];
        foreach ($layout->childNodes as $node) {
            if ($node instanceof DOMElement) {
                $lines[] = match ($node->localName) {
                    'text' => $node->textContent,
                    'barcode' => $node->getAttribute('symbology') . ':' . $node->textContent,
                    'rule' => str_repeat('-', $columns),
                };
            }
        }
        return ['label' => implode("\n", $lines), 'lines' => count($lines)];
    }

    /** A copy in a document of its own, which carries the namespaces that were in scope. */
    private function detached(DOMElement $element): DOMElement
    {
        $document = new DOMDocument();
        $copy = $document->importNode($element, true);
        $document->appendChild($copy);
        foreach ((new DOMXPath($element->ownerDocument))->query('namespace::*', $element) as $ns) {
            if ($ns->localName !== 'xml') {
                $copy->setAttributeNS('http://www.w3.org/2000/xmlns/', $ns->nodeName, $ns->nodeValue);
            }
        }
        return $copy;
    }

    private function serviceOf(string $xml): string
    {
        $document = new DOMDocument();
        $document->loadXML($xml);
        return $document->documentElement->getAttribute('service');
    }
}

$request = file_get_contents('php://input');
$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Parcels($request));
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    $server->handle();
} else {
    $server->handle($request);
}
