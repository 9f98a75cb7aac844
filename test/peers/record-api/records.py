# A record API in the vendor's style: records by type in memory, errors in a list `errorDetails` (or `o:errorDetails`), absolute addresses
# and members that no contract knows. It has no code of the gateway. Written from the service document alone.
import json
import re
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from filters import condition

ROOT = '/services/rest/record/v1'
JOBS = '/services/rest/async/v1/job'
CHAPTER = 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5'
REASONS = {400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 409: 'Conflict',
           413: 'Content Too Large', 418: "I'm a teapot", 429: 'Too Many Requests', 500: 'Internal Server Error', 503: 'Service Unavailable'}
SINGULAR = 'application/vnd.vendor.resource+json; type=singular'
COLLECTION = 'application/vnd.vendor.resource+json; type=collection'
ERROR = 'application/vnd.vendor.resource+json; type=error'
COMPUTED = {'links', 'id', 'refName', 'lastModifiedDate'}
NOT_LISTED = {'allocationSchedule', 'bulkOwnershipTransfer', 'campaign'}
# What stands in the new record: of the reference, of the quantity.
TRANSFORMS = {('assemblyItem', 'assemblyBuild'): ('item', 'quantity'), ('assemblyItem', 'workOrder'): ('assemblyItem', 'quantity'),
              ('assemblyBuild', 'assemblyUnbuild'): ('createdFrom', 'quantity')}
ENUMERATED = {('account', 'acctType'): {'Bank': 'Bank', 'Income': 'Income', 'AcctRec': 'Accounts Receivable'},
              ('calendarEvent', 'status'): {'CONFIRMED': 'Confirmed', 'TENTATIVE': 'Tentative'}}
SEED = {
    ('bin', '1'): {'binNumber': 'A-01'},
    ('bin', '2'): {'binNumber': 'A-02', 'location': {'id': '7', 'refName': 'Main "Süd"'}, 'memo': 'a < b & c', 'isInactive': False},
    ('bin', '3'): {'binNumber': 'B-01', 'externalId': 'BIN-B1', 'isInactive': True},
    ('account', '11'): {'acctNumber': '1000', 'acctName': 'Cash', 'acctType': 'Bank', 'currency': {'id': '1', 'refName': 'Euro'},
                        'localizations': {'items': [{'acctName': 'Kasse', 'acctNumber': '1000'}]}},
    ('account', '12'): {'acctNumber': '4000', 'acctName': 'Sales', 'acctType': 'Income'},
    ('accountingPeriod', '5'): {'periodName': 'May 2031', 'startDate': '2031-05-01', 'endDate': '2031-05-31'},
    ('assemblyItem', '21'): {'itemId': 'TABLE', 'displayName': 'A table', 'externalId': 'ITEM-TABLE'},
    ('assemblyBuild', '31'): {'item': {'id': '21', 'refName': 'TABLE'}, 'quantity': 2.5, 'tranDate': '2031-05-02'},
    ('calendarEvent', '41'): {'title': 'Visit', 'status': 'CONFIRMED', 'startDate': '2031-05-03',
                              'attendee': {'items': [{'attendee': {'id': '9', 'refName': 'Ada'}, 'sendEmail': False}]}},
}


class Refusal(Exception):
    def __init__(self, status, code=None, detail=None, path=None):
        super().__init__(status)
        self.status, self.code, self.detail, self.path = status, code, detail, path


class Store:
    def __init__(self):
        self.records = json.loads(json.dumps([[*key, value] for key, value in SEED.items()]))
        self.records = {(kind, number): record for kind, number, record in self.records}
        self.next_id = 100
        self.script = []
        self.defers = False
        self.jobs = {}
        self.asked = []

    def find(self, kind, key):
        if key.startswith('eid:'):
            for (of, number), record in self.records.items():
                if of == kind and record.get('externalId') == key[4:]:
                    return number
        elif (kind, key) in self.records:
            return key
        raise Refusal(404, 'NONEXISTENT_ID', 'The record instance does not exist. Provide a valid record instance ID.')

    def add(self, kind, record):
        if kind == 'bin' and not record.get('binNumber'):
            raise Refusal(400, 'INVALID_CONTENT', 'Invalid content in the request body. Missing field: binNumber.', 'binNumber')
        number = str(self.next_id)
        self.next_id += 1
        self.records[(kind, number)] = record
        return number


store = Store()


def error_body(refusal, style):
    """`style`: list (errorDetails), prefixed (o:errorDetails), or none."""
    if style == 'none' or (refusal.code is None and refusal.detail is None):
        return None
    mark = 'o:' if style == 'prefixed' else ''
    entry = {'detail': refusal.detail, mark + 'errorCode': refusal.code, mark + 'errorPath': refusal.path, 'hint': {'seen': True}}
    entry = {name: value for name, value in entry.items() if value is not None}
    return {'type': f'{CHAPTER}.{refusal.status % 100 + 1}', 'title': REASONS.get(refusal.status, 'Error'), 'status': refusal.status,
            mark + 'errorDetails': [entry], 'supportId': '4f-77'}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    # Head and body are two packets, of which the second would wait for the first one's acknowledgement.
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    held = None

    def answer(self, *args, **more):
        if self.held is None:
            self.write(*args, **more)
        else:
            self.held.append((args, more))

    def write(self, status, body=None, media=SINGULAR, headers=()):
        data = b'' if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if body is not None:
            self.send_header('Content-Type', media)
        if status != 204:
            self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def address(self, kind, number):
        return f'https://api.example.com{ROOT}/{kind}/{number}'

    def saved(self, kind, number):
        self.answer(204, headers=[('Location', self.address(kind, number))])

    def body(self):
        data = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        return json.loads(data) if data else None

    def handle_request(self):
        body = self.body()
        path = self.path.split('?')[0]
        if path == '/script':
            store.script = body
            return self.answer(204)
        if path == '/held':
            held = {}
            for (kind, number), record in store.records.items():
                held.setdefault(kind, {})[number] = record
            return self.answer(200, held)
        if path == '/asked':
            lines, store.asked = store.asked, []
            return self.answer(200, lines)
        if path == '/anew':
            store.__init__()
            return self.answer(204)
        if path == '/defer':
            store.defers = body
            return self.answer(204)
        fields = [f' {name.lower()}={value}' for name, value in self.headers.items() if re.match('prefer$|x-service-', name, re.I)]
        store.asked.append(f'{self.command} {self.path}' + ''.join(sorted(fields)))
        if path.startswith(JOBS):
            return self.job(path)
        if store.defers and 'respond-async' in (self.headers.get('Prefer') or ''):
            return self.defer(path, body)
        self.handle_record(path, body)

    def defer(self, path, body):
        """The request is carried out, and its answer is kept as that of a job, whose one task has an id of its own."""
        self.held = []
        self.handle_record(path, body)
        [answer], self.held = self.held, None
        number = str(store.next_id)
        store.next_id += 2
        store.jobs[number] = {'answer': answer, 'looks': 0}
        self.answer(202, headers=[('Location', f'https://api.example.com{JOBS}/{number}'), ('Preference-Applied', 'respond-async')])

    def job(self, path):
        match = re.fullmatch(JOBS + r'/(\w+)(/task(?:/(\w+)(/result)?)?)?', path)
        job = store.jobs.get(match.group(1)) if match else None
        if job is None or (match.group(3) and match.group(3) != match.group(1) + 'T'):
            return self.answer(404, error_body(Refusal(404, 'NONEXISTENT_ID', 'There is no such job.'), 'list'), ERROR)
        number, tasks, task, result = match.groups()
        if result:
            args, more = job['answer']
            return self.answer(*args, **more)
        if tasks:
            return self.answer(200, {'items': [{'id': number + 'T', 'note': 1}], 'count': 1, 'hasMore': False, 'totalResults': 1}, COLLECTION)
        job['looks'] += 1
        self.answer(200, {'id': number, 'completed': job['looks'] > 1, 'progress': 'succeeded' if job['looks'] > 1 else 'processing'})

    def handle_record(self, path, body):
        style = 'list'
        try:
            if store.script:
                said = store.script.pop(0)
                if said is not None and 'text' in said:
                    return self.say(said)
                if said is not None:
                    style = said.get('style', 'list')
                    raise Refusal(said['status'], said.get('code'), said.get('detail'), said.get('path'))
            self.act(path, body)
        except Refusal as refusal:
            self.answer(refusal.status, error_body(refusal, style), ERROR)

    def say(self, said):
        """A body of any kind: of a proxy, or broken."""
        data = said['text'].encode()
        self.send_response(said['status'])
        if 'media' in said:
            self.send_header('Content-Type', said['media'])
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def act(self, path, body):
        match = re.fullmatch(ROOT + r'/(\w+)(?:/([\w:.-]+))?(?:/!transform/(\w+))?', path)
        if match is None:
            raise Refusal(404, 'INVALID_REQUEST', 'There is nothing at this address.')
        kind, key, target = match.groups()
        record = self.written(kind, body or {})
        if target is not None:
            self.transform(kind, store.find(kind, key), target, record)
        elif self.command == 'POST' and key is None:
            self.saved(kind, store.add(kind, {name: value for name, value in record.items() if value is not None}))
        elif self.command == 'GET' and key is None:
            self.list(kind)
        elif self.command == 'PUT' and key.startswith('eid:'):
            self.put(kind, key, record)
        else:
            self.item(kind, store.find(kind, key), record)

    def query(self, name, usual=''):
        return urllib.parse.parse_qs(self.path.partition('?')[2]).get(name, [usual])[0]

    def written(self, kind, body):
        """As it is held: an enumerated value is its id, in whatever form it came."""
        record = {name: value for name, value in body.items() if name not in COMPUTED}
        for name, value in record.items():
            if (kind, name) in ENUMERATED:
                record[name] = value['id'] if isinstance(value, dict) else value
                if record[name] is not None and record[name] not in ENUMERATED[kind, name]:
                    raise Refusal(400, 'INVALID_CONTENT', f'Invalid value {record[name]}.', name)
        return record

    def update(self, kind, number, record):
        held = store.records[(kind, number)]
        replaced = self.query('replace').split(',')
        for name, value in record.items():
            if value is None:
                held.pop(name, None)
            elif self.is_sublist(value) and name not in replaced:
                held[name] = {'items': held.get(name, {}).get('items', []) + value['items']}
            else:
                held[name] = value

    @staticmethod
    def is_sublist(value):
        return isinstance(value, dict) and 'items' in value

    def put(self, kind, key, record):
        try:
            number = store.find(kind, key)
        except Refusal:
            number = store.add(kind, {**record, 'externalId': key[4:]})
        else:
            self.update(kind, number, record)
        self.saved(kind, number)

    def transform(self, kind, number, target, record):
        if (kind, target) not in TRANSFORMS:
            raise Refusal(404, 'INVALID_REQUEST', 'There is no such transformation.')
        reference, quantity = TRANSFORMS[kind, target]
        source = store.records[(kind, number)]
        made = {reference: {'id': number, 'refName': source.get('itemId', number)}, quantity: source.get('quantity', 1)}
        self.saved(target, store.add(target, {**made, **record}))

    def item(self, kind, number, record):
        if self.command == 'GET':
            links = [{'rel': 'self', 'href': self.address(kind, number)}]
            more = {'customForm': {'id': '-1', 'links': []}, 'serverNote': ['not in any contract']}
            self.answer(200, {'links': links, 'id': number, **self.shown(kind, number), **more})
        elif self.command == 'PATCH':
            self.update(kind, number, record)
            self.saved(kind, number)
        else:
            del store.records[(kind, number)]
            self.answer(204)

    def shown(self, kind, number):
        fields = self.query('fields')
        record = {}
        for name, value in store.records[(kind, number)].items():
            if fields and name not in fields.split(','):
                continue
            if self.is_sublist(value) and self.query('expandSubResources') != 'true':
                value = {'links': [{'rel': 'self', 'href': f'{self.address(kind, number)}/{name}'}]}
            elif self.is_sublist(value):
                value = {'links': [], **value, 'totalResults': len(value['items'])}
            elif (kind, name) in ENUMERATED and self.query('simpleEnumFormat') != 'true':
                value = {'id': value, 'refName': ENUMERATED[kind, name][value]}
            record[name] = value
        return record

    def list(self, kind):
        if kind in NOT_LISTED:
            raise Refusal(405, 'INVALID_REQUEST', 'These records cannot be listed.')
        limit, offset = int(self.query('limit', '1000')), int(self.query('offset', '0'))
        if limit < 1 or offset % limit != 0:
            raise Refusal(400, 'INVALID_PARAMETER', 'The offset must be divisible by the limit.')
        try:
            holds = condition(self.query('q')) if self.query('q') else lambda record: True
        except ValueError as problem:
            raise Refusal(400, 'INVALID_PARAMETER', f'The filter cannot be read: {problem}.') from problem
        numbers = [number for (of, number), record in store.records.items() if of == kind and holds({'id': number, **record})]
        page = numbers[offset:offset + limit]
        items = [{'links': [{'rel': 'self', 'href': self.address(kind, number)}], 'id': number} for number in page]
        self.answer(200, {'links': [], 'items': items, 'count': len(items), 'offset': offset, 'hasMore': offset + limit < len(numbers),
                          'totalResults': len(numbers)}, COLLECTION)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request


if __name__ == '__main__':
    server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(f'port {server.server_port}', flush=True)
    server.serve_forever()
