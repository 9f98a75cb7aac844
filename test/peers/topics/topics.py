"""A service on libxml2 whose filters are names and XPath that use prefixes of the message: it resolves those it is sent, and answers with prefixes of
its own, which its Envelope declares. What it cannot resolve is a fault."""
import http.server

from lxml import etree

SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
NS = 'urn:example:prefixed-text'
DEVICES = 'urn:example:devices'
STATE = etree.fromstring(f'<d:devices xmlns:d="{DEVICES}"><d:door number="7">open</d:door></d:devices>')


def expanded(element, name):
    """The name in Clark notation."""
    prefix, _, local = name.rpartition(':')
    return f'{{{element.nsmap[prefix or None]}}}{local}'


def answered(request):
    topic = request.find(f'.//{{{NS}}}Topic')
    path = request.find('.//path')
    namespaces = {prefix: uri for prefix, uri in path.nsmap.items() if prefix}
    value = STATE.xpath(f'string({path.get("select")})', namespaces=namespaces)
    return expanded(topic, topic.text), expanded(path, path.text), value


def response(request):
    topic, at, value = answered(request)
    if topic != f'{{{DEVICES}}}Door' or at != f'{{{DEVICES}}}Open':
        raise KeyError(f'{topic} {at}')
    return f'''<s:Envelope xmlns:s="{SOAP}" xmlns:own="{DEVICES}" xmlns:soap="urn:example:not-soap"><s:Body>
<t:SubscribeResponse xmlns:t="{NS}"><t:filter><t:Topic Dialect="urn:x">own:Door</t:Topic><path select="//own:door[@number='7']" at="soap:Open">{value}</path></t:filter></t:SubscribeResponse>
</s:Body></s:Envelope>'''


def fault(problem):
    return f'''<s:Envelope xmlns:s="{SOAP}"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>{type(problem).__name__}</faultstring></s:Fault></s:Body></s:Envelope>'''


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = etree.fromstring(self.rfile.read(int(self.headers['Content-Length'])))
        try:
            status, text = 200, response(request)
        except (KeyError, etree.XPathError) as problem:
            status, text = 500, fault(problem)
        body = text.encode()
        self.send_response(status)
        self.send_header('Content-Type', 'text/xml; charset=utf-8')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(f'port {server.server_port}', flush=True)
server.serve_forever()
