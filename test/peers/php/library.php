<?php
// The Library of tutorial 30 on PHP's SoapServer: three ways of giving pages. Searches are forgotten when PEER_STATE/forget is there.
declare(strict_types=1);

final class Library
{
    private const LARGEST = 50;

    public function SearchBooks(object $request): array
    {
        if (($request->words ?? '') === 'fail') {
            throw new SoapFault('Server', 'The index is being built');
        }
        $id = 'S' . bin2hex(random_bytes(4));
        $size = min(max(1, (int) $request->pageSize), self::LARGEST);
        $this->keep($id, ['words' => $request->words ?? '', 'size' => $size]);
        return $this->page($id, 1);
    }

    public function SearchBooksMore(object $request): array
    {
        return $this->page($request->searchId, (int) $request->page);
    }

    public function ListLoans(object $request): array
    {
        return $this->loans($request->reader, 0);
    }

    public function ListMoreLoans(object $request): array
    {
        $parts = explode(':', (string) base64_decode($request->token, true));
        if (count($parts) !== 2 || file_exists(getenv('PEER_STATE') . '/forget')) {
            $this->expired($request->token);
        }
        return $this->loans($parts[0], (int) $parts[1]);
    }

    public function ListReaders(object $request): array
    {
        $all = array_map(fn ($i) => ($request->town ?? 'Anywhere') . " $i", range(1, 23));
        return ['reader' => array_slice($all, 10 * (int) $request->page, 10), 'total' => count($all)];
    }

    private function page(string $id, int $page): array
    {
        $search = $this->kept($id);
        $found = array_values(array_filter(self::books(), fn ($b) => $search['words'] === '' || str_contains($b['title'], $search['words'])));
        $size = $search['size'];
        return [
            'searchId' => $id,
            'total' => count($found),
            'pages' => (int) ceil(count($found) / $size),
            'page' => $page,
            'book' => array_slice($found, ($page - 1) * $size, $size),
        ];
    }

    private static function books(): array
    {
        return array_map(fn ($i) => ['id' => $i, 'title' => ($i % 3 === 0 ? 'red' : 'blue') . " book $i", 'year' => 1900 + $i], range(1, 120));
    }

    private function loans(string $reader, int $start): array
    {
        $all = array_map(fn ($i) => ['book' => $i, 'due' => sprintf('2030-01-%02d', $i)], range(1, $reader === 'nobody' ? 1 : 11));
        if ($reader === 'nobody') {
            return ['loan' => []];
        }
        $more = $start + 4 < count($all) ? ['token' => base64_encode("$reader:" . ($start + 4))] : [];
        return ['loan' => array_slice($all, $start, 4)] + $more;
    }

    private function keep(string $id, array $search): void
    {
        file_put_contents(getenv('PEER_STATE') . "/$id.json", json_encode($search));
    }

    private function kept(string $id): array
    {
        $file = getenv('PEER_STATE') . '/' . basename($id) . '.json';
        if (!file_exists($file)) {
            $this->expired($id);
        }
        return json_decode(file_get_contents($file), true);
    }

    private function expired(string $id): never
    {
        throw new SoapFault('Client', 'This search has expired', null, ['searchId' => $id], 'SearchExpired');
    }
}

$server = new SoapServer(getenv('PEER_WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setObject(new Library());
$server->handle();
