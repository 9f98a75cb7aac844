"""A records service in the style of the vendor's, written from the service document alone: Axis faults, prefixes of its own, local times with
milliseconds, rows that move when they are read. The argument is the folder of the schemas: requests that they refuse are a fault.

A record whose external id is FAULT-name raises that fault; one that is CODE-x has the failure x.
"""
import copy
import datetime
import http.server
import math
import os
import re
import sys
import threading

from lxml import etree

XSI = '{http://www.w3.org/2001/XMLSchema-instance}'
SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'
AREAS = {
    'platformMsgs': ('messages', 'platform'),
    'platformCore': ('core', 'platform'),
    'platformFaults': ('faults', 'platform'),
    'listAcct': ('accounting', 'lists'),
}
# Of the release and the host that the schemas have.
NS = {}
PACIFIC = datetime.timezone(datetime.timedelta(hours=-8))
FAULTS = {
    'insufficientPermission': ('WS_FEATURE_REQD', 'You do not have permissions to use web services.'),
    'invalidSession': ('SESSION_TIMED_OUT', 'Your connection has timed out. Please log in again.'),
    'invalidAccount': ('INVALID_ACCT', 'This account is not known here.'),
    'invalidCredentials': ('INVALID_LOGIN_CREDENTIALS', 'You have entered an invalid email address or password.'),
    'invalidVersion': ('INVALID_VERSION', 'This release has gone.'),
    'exceededConcurrentRequestLimit': ('WS_CONCUR_SESSION_DISALLWD', 'Only one request may be made at a time.'),
    'exceededRequestLimit': ('WS_REQUEST_BLOCKED', 'The limit of requests per minute is reached.'),
    'exceededUsageLimit': ('WS_EXCEEDED_CONCUR_USERS_ALLWD', 'Too many people work at this time.'),
    'exceededRecordCount': ('MAX_RCRDS_EXCEEDED', 'The most records in one request are 1000.'),
    'exceededRequestSize': ('WS_EXCEEDED_MAX_ALLOWED_SIZE', 'The request is too large.'),
    'async': ('INVALID_JOB_ID', 'There is no such job.'),
    'unexpectedError': ('UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: k3x9'),
}


class Raised(Exception):
    """A declared fault, by its name without "Fault"."""


class Lacking(Exception):
    """An operation that is not there: its name."""


class Failed(Exception):
    """The failure of one record: code and message of its status."""


def q(prefix, name):
    return f'{{{NS[prefix]}}}{name}'


def local(element):
    return etree.QName(element).localname


def type_of(element):
    """The name in xsi:type, with its namespace; see `settled`."""
    return etree.QName(element.get(f'{XSI}type'))


def settled(element):
    """With the names of xsi:type as {namespace}name: copies of lxml forget prefixes that only texts use."""
    for one in element.iter():
        name = one.get(f'{XSI}type')
        if name is not None:
            prefix, _, word = name.rpartition(':')
            one.set(f'{XSI}type', f'{{{one.nsmap[prefix or None]}}}{word}')
    return element


def unsettled(element):
    """With the prefixes that the envelope declares."""
    for one in element.iter():
        name = one.get(f'{XSI}type')
        if name is not None and name.startswith('{'):
            kind = etree.QName(name)
            one.set(f'{XSI}type', f'{PREFIXES[kind.namespace]}:{kind.localname}')
    return element


def texts(element):
    return [child.text or '' for child in element if local(child) in ('searchValue', 'searchValue2')]


def moved(text):
    """The same moment as the service writes it: local time of its data centre, milliseconds."""
    moment = datetime.datetime.fromisoformat(text.replace('Z', '+00:00'))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=PACIFIC)
    return moment.astimezone(PACIFIC).isoformat(timespec='milliseconds')


class Store:
    """Records by their type and internal id, in the order in which they came."""

    def __init__(self):
        self.records = {}
        self.searches = {}
        self.jobs = {}
        self.last = 4711
        self.lock = threading.RLock()

    def number(self):
        self.last += 1
        return self.last

    def find(self, kind, internal, external):
        for (other, key), record in self.records.items():
            if other == kind and (key == internal if internal else record.get('externalId') == external):
                return record
        raise Failed('RCRD_DSNT_EXIST', 'That record does not exist.')

    def add(self, record):
        kind, external = local_kind(record), record.get('externalId')
        provoke(external)
        if external and self.known(kind, external):
            raise Failed('DUP_RCRD', 'This record already exists')
        kept = copy.deepcopy(record)
        kept.set('internalId', str(self.number()))
        clear(kept, [])
        self.records[kind, kept.get('internalId')] = kept
        return kept

    def known(self, kind, external):
        return any(other == kind and record.get('externalId') == external for (other, _), record in self.records.items())

    def update(self, record):
        provoke(record.get('externalId'))
        kept = self.find(local_kind(record), record.get('internalId'), record.get('externalId'))
        nulls = [name.text for name in record.iter(q('platformCore', 'name')) if local(name.getparent()) == 'nullFieldList']
        for child in record:
            merge(kept, child)
        clear(kept, nulls)
        return kept

    def upsert(self, record):
        provoke(record.get('externalId'))
        exists = self.known(local_kind(record), record.get('externalId'))
        return self.update(record) if exists else self.add(record)

    def delete(self, ref):
        provoke(ref.get('externalId'))
        kind = ref.get('type')
        kept = self.find(kind, ref.get('internalId'), ref.get('externalId'))
        del self.records[kind, kept.get('internalId')]
        return kept


def local_kind(record):
    name = type_of(record).localname
    return name[0].lower() + name[1:]


def provoke(external):
    word, _, what = (external or '').partition('-')
    if word == 'FAULT':
        raise Raised(what)
    if word == 'CODE':
        raise Failed(what, f'The service says {what}.')


def clear(kept, nulls):
    for child in list(kept):
        if local(child) == 'nullFieldList' or local(child) in nulls:
            kept.remove(child)


# Fields of each type, and the prefix of each namespace: from the schemas.
ORDER = {}
PREFIXES = {}


def merge(kept, child):
    """A field replaces the one of its name; lines of a list are added, or take the place of all."""
    old = kept.find(child.tag)
    if old is None:
        names = ORDER.get(kept.get(f'{XSI}type'), [])
        place = len(kept)
        if local(child) in names:
            after = set(names[names.index(local(child)) + 1:])
            place = next((i for i, other in enumerate(kept) if local(other) in after), place)
        kept.insert(place, copy.deepcopy(child))
    elif child.get('replaceAll') == 'false':
        old.extend(copy.deepcopy(line) for line in child)
    else:
        kept.replace(old, copy.deepcopy(child))


def shown(record):
    """As the service answers it: without flags of lists, with its own times."""
    seen = copy.deepcopy(record)
    for element in seen.iter():
        element.attrib.pop('replaceAll', None)
        text = element.text or ''
        if len(text) >= 19 and text[4:5] == '-' and text[10:11] == 'T':
            element.text = moved(text)
    return seen


def status(failure=None):
    element = etree.Element(q('platformCore', 'status'), isSuccess='true' if failure is None else 'false', nsmap={'platformCore': NS['platformCore']})
    if failure is not None:
        detail = etree.SubElement(element, q('platformCore', 'statusDetail'), type='ERROR')
        etree.SubElement(detail, q('platformCore', 'code')).text = failure[0]
        etree.SubElement(detail, q('platformCore', 'message')).text = failure[1]
    return element


def response_of(name, work):
    """A writeResponse or readResponse with what `work` gives, or with its failure."""
    element = etree.Element(q('platformMsgs', name))
    try:
        part = work()
        element.append(status())
        if part is not None:
            element.append(part)
    except Failed as failure:
        element.append(status(failure.args))
    return element


def reference(record):
    ref = etree.Element(q('platformMsgs', 'baseRef'), nsmap={'platformCore': NS['platformCore'], 'xsi': XSI[1:-1]})
    ref.set(f'{XSI}type', q('platformCore', 'RecordRef'))
    ref.set('type', local_kind(record))
    ref.set('internalId', record.get('internalId'))
    if record.get('externalId'):
        ref.set('externalId', record.get('externalId'))
    return ref


def record_element(record, tag):
    element = shown(record)
    element.tag = tag
    return element


class Operations:
    def __init__(self, store):
        self.store = store

    def answer(self, name, request):
        work = getattr(self, name, None)
        if work is None:
            raise Lacking(name)
        element = etree.Element(q('platformMsgs', f'{name}Response'), nsmap={None: NS['platformMsgs']})
        element.append(work(request))
        return element

    def written(self, work):
        return response_of('writeResponse', lambda: reference(work()))

    def add(self, request):
        return self.written(lambda: self.store.add(request[0]))

    def update(self, request):
        return self.written(lambda: self.store.update(request[0]))

    def upsert(self, request):
        return self.written(lambda: self.store.upsert(request[0]))

    def delete(self, request):
        return self.written(lambda: self.store.delete(request[0]))

    def each(self, work, request):
        """What `work` answers to each of a list."""
        answers = [work([one]) for one in list(request)]
        whole = etree.Element(q('platformMsgs', f'{local(answers[0])}List'))
        whole.append(status())
        whole.extend(answers)
        return whole

    def addList(self, request):
        return self.each(self.add, request)

    def updateList(self, request):
        return self.each(self.update, request)

    def upsertList(self, request):
        return self.each(self.upsert, request)

    def deleteList(self, request):
        return self.each(self.delete, request)

    def getList(self, request):
        return self.each(self.get, request)

    def get(self, request):
        return response_of('readResponse', lambda: self.read(request[0]))

    def read(self, ref):
        provoke(ref.get('externalId'))
        record = self.store.find(ref.get('type'), ref.get('internalId'), ref.get('externalId'))
        return record_element(record, q('platformMsgs', 'record'))

    def search(self, request):
        self.size = self.page_size
        criteria = request[0]
        kind = type_of(criteria).localname.removesuffix('Basic').removesuffix('Search')
        basic = criteria if type_of(criteria).localname.endswith('Basic') else next(iter(criteria), ())
        rows = [record for (other, _), record in self.store.records.items() if other == kind[0].lower() + kind[1:] and fits(record, basic)]
        key = f'WEBSERVICES_3392464_{self.store.number()}_67055c545d0'
        self.store.searches[key] = (rows, self.page_size)
        return self.page(key, 1)

    def searchMoreWithId(self, request):
        return self.page(request[0].text, int(request[1].text))

    def page(self, key, index):
        result = etree.Element(q('platformCore', 'searchResult'), nsmap={'platformCore': NS['platformCore']})
        if key not in self.store.searches:
            result.append(status(('INVALID_JOB_ID', 'The search has gone.')))
            return result
        rows, size = self.store.searches[key]
        result.append(status())
        for name, value in [('totalRecords', len(rows)), ('pageSize', size), ('totalPages', math.ceil(len(rows) / size)), ('pageIndex', index), ('searchId', key)]:
            etree.SubElement(result, q('platformCore', name)).text = str(value)
        found = etree.SubElement(result, q('platformCore', 'recordList'))
        for record in rows[(index - 1) * size:index * size]:
            found.append(record_element(record, q('platformCore', 'record')))
        return result

    def asyncAddList(self, request):
        return self.job('AsyncAddListResult', 'writeResponseList', [self.written(lambda r=r: self.store.add(r)) for r in request])

    def asyncGetList(self, request):
        return self.job('AsyncGetListResult', 'readResponseList', [response_of('readResponse', lambda r=r: self.read(r)) for r in request])

    def job(self, kind, name, answers):
        job = f'ASYNCWEBSERVICES_{self.store.number()}'
        self.store.jobs[job] = [kind, name, answers, iter(['processing'])]
        return self.state(job, 'pending')

    def state(self, job, word):
        element = etree.Element(q('platformCore', 'asyncStatusResult'), nsmap={'platformCore': NS['platformCore']})
        for name, value in [('jobId', job), ('status', word), ('percentCompleted', '100.0' if word == 'finished' else '0.0'), ('estRemainingDuration', '0.0')]:
            etree.SubElement(element, q('platformCore', name)).text = value
        return element

    def checkAsyncStatus(self, request):
        if request[0].text not in self.store.jobs:
            raise Raised('async')
        return self.state(request[0].text, next(self.store.jobs[request[0].text][3], 'finished'))

    def getAsyncResult(self, request):
        if request[0].text not in self.store.jobs:
            raise Raised('async')
        kind, name, answers, _ = self.store.jobs[request[0].text]
        element = etree.Element(q('platformMsgs', 'asyncResult'), nsmap={'platformMsgs': NS['platformMsgs'], 'xsi': XSI[1:-1]})
        element.set(f'{XSI}type', q('platformMsgs', kind))
        answered = etree.SubElement(element, q('platformMsgs', name))
        answered.append(status())
        answered.extend(copy.deepcopy(answer) for answer in answers)
        return element

    def getServerTime(self, _request):
        element = etree.Element(q('platformCore', 'getServerTimeResult'), nsmap={'platformCore': NS['platformCore']})
        element.append(status())
        etree.SubElement(element, q('platformCore', 'serverTime')).text = datetime.datetime.now(PACIFIC).isoformat(timespec='milliseconds')
        return element


def fits(record, basic):
    return all(fits_one(record, criterion) for criterion in basic)


# Dates are compared by the day of the data centre.
DAYS = {
    'on': lambda v, w: v == w,
    'notOn': lambda v, w: v != w,
    'before': lambda v, w: v < w,
    'after': lambda v, w: v > w,
    'onOrAfter': lambda v, w: v >= w,
    'onOrBefore': lambda v, w: v <= w,
    'within': lambda v, w, end: w <= v <= end,
}


def fits_one(record, criterion):
    name, operator = local(criterion), criterion.get('operator')
    if name == 'internalId':
        return record.get('internalId') in [value.get('internalId') for value in criterion]
    value = next((child.text or '' for child in record if local(child) == name), None)
    wanted = [text.lower() for text in texts(criterion)]
    if operator is None:
        return (value or 'false') == wanted[0]
    tests = {
        'is': lambda v, w: v == w,
        'isNot': lambda v, w: v != w,
        'startsWith': lambda v, w: v.startswith(w),
        'doesNotStartWith': lambda v, w: not v.startswith(w),
        'contains': lambda v, w: w in v,
        'doesNotContain': lambda v, w: w not in v,
    }
    if operator == 'empty':
        return not value
    if operator == 'notEmpty':
        return bool(value)
    if operator in DAYS:
        return value is not None and DAYS[operator](moved(value)[:10], *(moved(text)[:10] for text in texts(criterion)))
    return tests[operator]((value or '').lower(), wanted[0])


def envelope(body, code=200):
    declared = {prefix: space for space, prefix in PREFIXES.items()}
    root = etree.Element(f'{{{SOAP}}}Envelope', nsmap={'soapenv': SOAP, 'xsd': 'http://www.w3.org/2001/XMLSchema', 'xsi': XSI[1:-1], **declared})
    if code == 200:
        info = etree.SubElement(etree.SubElement(root, f'{{{SOAP}}}Header'), q('platformMsgs', 'documentInfo'), nsmap={'platformMsgs': NS['platformMsgs']})
        etree.SubElement(info, q('platformMsgs', 'nsId')).text = 'WEBSERVICES_3392464_1220201115_67055c545d0'
    etree.SubElement(root, f'{{{SOAP}}}Body').append(unsettled(body))
    return etree.tostring(root, xml_declaration=True, encoding='utf-8')


def fault(name):
    code, message = FAULTS[name]
    element = etree.Element(f'{{{SOAP}}}Fault', nsmap={'soapenv': SOAP})
    etree.SubElement(element, 'faultcode').text = 'soapenv:Server.userException'
    etree.SubElement(element, 'faultstring').text = message
    detail = etree.SubElement(element, 'detail')
    typed = etree.SubElement(detail, q('platformFaults', f'{name}Fault'), nsmap={'platformFaults': NS['platformFaults']})
    etree.SubElement(typed, q('platformFaults', 'code')).text = code
    etree.SubElement(typed, q('platformFaults', 'message')).text = message
    etree.SubElement(detail, '{http://xml.apache.org/axis/}hostname', nsmap={'ns1': 'http://xml.apache.org/axis/'}).text = 'partners-java10001'
    return envelope(element, 500)


def lacking(name):
    """What Axis says of an operation that the service does not have."""
    element = etree.Element(f'{{{SOAP}}}Fault', nsmap={'soapenv': SOAP})
    etree.SubElement(element, 'faultcode').text = 'soapenv:Client'
    etree.SubElement(element, 'faultstring').text = f"No such operation '{name}'"
    return envelope(element, 500)


def schemas(folder):
    """One schema of all files, and the order of the fields of each type."""
    root = etree.Element('{http://www.w3.org/2001/XMLSchema}schema', nsmap={'xs': 'http://www.w3.org/2001/XMLSchema'})
    trees = {name: etree.parse(os.path.join(folder, name)).getroot() for name in sorted(os.listdir(folder)) if name.endswith('.xsd')}
    spaces = [tree.get('targetNamespace') for tree in trees.values()]
    for prefix, (area, group) in AREAS.items():
        NS[prefix] = next(space for space in spaces if re.match(rf'urn:{area}_[0-9_]+\.{group}\.', space))
    for name, tree in trees.items():
        space = tree.get('targetNamespace')
        PREFIXES.setdefault(space, next((known for known, ns in NS.items() if ns == space), name.removesuffix('.xsd').replace('.', '_')))
        etree.SubElement(root, '{http://www.w3.org/2001/XMLSchema}import', namespace=space, schemaLocation=os.path.join(folder, name))
        for kind in tree.iter('{http://www.w3.org/2001/XMLSchema}complexType'):
            ORDER[f'{{{space}}}{kind.get("name")}'] = [e.get('name') for e in kind.iter('{http://www.w3.org/2001/XMLSchema}element')]
    return etree.XMLSchema(root)


def main():
    schema = schemas(sys.argv[1])
    store, operations = Store(), None

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
            with store.lock:
                code, answer = self.serve(body)
            self.send_response(code)
            self.send_header('Content-Type', 'text/xml; charset=utf-8')
            self.send_header('Content-Length', str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def serve(self, body):
            try:
                root = etree.fromstring(body)
                request = root.find(f'{{{SOAP}}}Body')[0]
                action = self.headers.get('SOAPAction', '').strip('"')
                if local(request) != action or not schema.validate(etree.fromstring(etree.tostring(request))):
                    print(action, schema.error_log, body.decode(), file=sys.stderr, flush=True)
                    raise Raised('unexpectedError')
                settled(request)
                operations = Operations(store)
                operations.page_size = int(root.findtext(f'.//{q("platformMsgs", "pageSize")}') or 1000)
                return 200, envelope(operations.answer(action, request))
            except Raised as raised:
                return 500, fault(raised.args[0])
            except Lacking as absent:
                return 500, lacking(absent.args[0])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    print(f'port {server.server_address[1]}', flush=True)
    server.serve_forever()


main()
