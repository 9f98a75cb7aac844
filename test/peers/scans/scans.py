# SOAP with Attachments and SOAP encoding (SOAP with Attachments §3: `href` with the Content-ID of a part), with MIME by Python's own library.
# `scans.py URL FILE`: sends the file to addScan and prints the response. Without arguments: a service that responds to every request with two scans.
import sys
import urllib.request
from email import message_from_bytes
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, HTTPServer

ENVELOPE = """<?xml version="1.0" encoding="utf-8"?>
<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><s:Body s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">%s</s:Body></s:Envelope>"""
REQUEST = """<n:addScan xmlns:n="urn:scans"><title i:type="x:string">%s</title><scan href="cid:scan@peer"/><copy href="#one"/></n:addScan>
  <multiRef id="one" href="cid:scan%%40peer"/>"""
RESPONSE = """<n:addScanResponse xmlns:n="urn:scans"><first href="cid:scan@peer"/><second href="cid:scan@peer"/></n:addScanResponse>"""


def package(body, content, cid="scan@peer"):
    whole = MIMEMultipart("related", type="text/xml", start="<root@peer>")
    root = MIMEText(ENVELOPE % body, "xml", "utf-8")
    root.add_header("Content-ID", "<root@peer>")
    whole.attach(root)
    part = MIMEApplication(content, "pdf")
    part.add_header("Content-ID", "<%s>" % cid)
    whole.attach(part)
    head, _, octets = whole.as_bytes(policy=HTTP).partition(b"\r\n\r\n")
    return message_from_bytes(head)["Content-Type"].replace("\n", "").replace("\r", ""), octets


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        kind, octets = package(RESPONSE, b"%PDF\r\n\x00\xff")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def log_message(self, *_):
        pass


def send(url, path, title, cid):
    with open(path, "rb") as file:
        kind, octets = package(REQUEST % title, file.read(), cid)
    request = urllib.request.Request(url, octets, {"Content-Type": kind, "SOAPAction": '""'})
    try:
        with urllib.request.urlopen(request) as response:
            print(response.read().decode())
    except urllib.error.HTTPError as error:
        print(error.read().decode())


if len(sys.argv) > 1:
    send(*sys.argv[1:])
else:
    server = HTTPServer(("127.0.0.1", 0), Service)
    print("port %d" % server.server_port, flush=True)
    server.serve_forever()
