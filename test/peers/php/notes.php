<?php
// The notes of mappings/90-credentials, which want to know who asks: a UsernameToken or a tokenPassport, judged here by PHP alone.
$body = file_get_contents('php://input');
$document = new DOMDocument();
@$document->loadXML($body);
$xpath = new DOMXPath($document);
$oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
$xpath->registerNamespace('w', "$oasis-wssecurity-secext-1.0.xsd");
$xpath->registerNamespace('u', "$oasis-wssecurity-utility-1.0.xsd");
$xpath->registerNamespace('n', 'https://example.com/notes');

function text(DOMXPath $xpath, string $path): ?string {
    $found = $xpath->query($path);
    return $found->length === 1 ? $found->item(0)->textContent : null;
}

/** A value may be said once: its file must be new. */
function fresh(string $nonce): bool {
    $file = @fopen(getenv('PEER_STATE') . '/' . sha1($nonce), 'x');
    return $file !== false;
}

function userOf(DOMXPath $xpath): ?string {
    $token = '//w:Security/w:UsernameToken';
    [$user, $shown] = [text($xpath, "$token/w:Username"), text($xpath, "$token/w:Password")];
    [$nonce, $created] = [text($xpath, "$token/w:Nonce"), text($xpath, "$token/u:Created")];
    $type = text($xpath, "$token/w:Password/@Type");
    $right = str_ends_with((string) $type, '#PasswordDigest')
        ? base64_encode(sha1(base64_decode((string) $nonce) . $created . getenv('NOTES_PASSWORD'), true))
        : getenv('NOTES_PASSWORD');
    if ($user === null || !hash_equals((string) $right, (string) $shown)) return null;
    return abs(strtotime((string) $created) - time()) < 300 && fresh((string) $nonce) ? $user : null;
}

function accountOf(DOMXPath $xpath): ?string {
    $said = fn (string $name) => text($xpath, "//n:tokenPassport/n:$name");
    $names = ['account', 'consumerKey', 'token', 'nonce', 'timestamp'];
    $base = implode('&', array_map($said, $names));
    $right = base64_encode(hash_hmac('sha256', $base, getenv('NOTES_CONSUMER_SECRET') . '&' . getenv('NOTES_TOKEN_SECRET'), true));
    if (!hash_equals($right, (string) $said('signature')) || text($xpath, '//n:signature/@algorithm') !== 'HMAC-SHA256') return null;
    return abs((int) $said('timestamp') - time()) < 300 && fresh((string) $said('nonce')) ? $said('account') : null;
}

class Notes {
    public function __construct(private ?string $who) {}
    public function Security($header) {}
    public function tokenPassport($header) {}
    public function GetNote($asked) {
        if ($this->who === null) throw new SoapFault('Client', 'Who are you', null, (object) ['code' => 'NO'], 'InvalidCredentials');
        return ['text' => 'milk', 'author' => $this->who];
    }
}

$server = new SoapServer(getenv('PEER_WSDL'));
$server->setObject(new Notes(userOf($xpath) ?? accountOf($xpath)));
$server->handle($body);
