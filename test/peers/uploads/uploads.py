# A REST service that reads multipart forms with Python's parser of MIME, and says what it read: { path, fields, files }.
import base64
import json
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, HTTPServer


class Uploads(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        head = "Content-Type: %s\r\n\r\n" % self.headers["Content-Type"]
        form = BytesParser(policy=HTTP).parsebytes(head.encode() + body)
        fields, files = {}, []
        for part in form.iter_parts():
            name, content = part.get_param("name", header="content-disposition"), part.get_payload(decode=True)
            if part.get_filename() is None:
                fields.setdefault(name, []).append(content.decode())
                continue
            content = base64.b64encode(content).decode()
            files.append({"name": name, "fileName": part.get_filename(), "contentType": part.get_content_type(), "content": content})
        self.answer({"path": self.path, "fields": fields, "files": files})

    def answer(self, read):
        body = json.dumps({"code": 200, "type": "form", "message": json.dumps(read)}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


server = HTTPServer(("127.0.0.1", 0), Uploads)
print("port %d" % server.server_port, flush=True)
server.serve_forever()
