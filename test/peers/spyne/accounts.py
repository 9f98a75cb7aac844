"""The Bank service of tutorial 10 on spyne. The argument is the SOAP version: 1.1 or 1.2."""
import datetime
import decimal
import logging
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Boolean, ComplexModel, Date, Decimal, Fault, Long, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

BANK = 'https://example.com/bank'
Currency = Unicode(pattern='[A-Z]{3}', type_name='Currency')

BALANCES = {
    (7, 'EUR'): '1204.50',
    (7, 'SEK'): '13550.63',
    (9007199254740993, 'EUR'): '12345678901234567890.125',
}


class Account(ComplexModel):
    __namespace__ = BANK
    _type_info = [
        ('id', Long(min_occurs=1, nillable=False)),
        ('owner', Unicode(min_occurs=1, nillable=False)),
        ('balance', Decimal(min_occurs=1, nillable=False)),
        ('currency', Currency(min_occurs=1, nillable=False)),
        ('opened', Date(min_occurs=1, nillable=False)),
        ('frozen', Boolean(min_occurs=1, nillable=False)),
    ]


class AccountNotFound(Fault):
    __namespace__ = BANK
    _type_info = [('accountId', Long)]


class Accounts(ServiceBase):
    @rpc(Long(min_occurs=1, nillable=False), Currency, _returns=Account, _out_variable_name='account')
    def GetAccount(ctx, accountId, currency):
        currency = currency or 'EUR'
        if accountId not in (7, 9007199254740993):
            raise Fault('Server', 'There is no account %d' % accountId, detail={'{%s}AccountNotFound' % BANK: {'{%s}accountId' % BANK: str(accountId)}})
        if (accountId, currency) not in BALANCES:
            raise Fault('Client', 'There is no rate for %s' % currency)
        return Account(
            id=accountId,
            owner='Harbour Books' if accountId == 7 else 'Ö & <Søn>',
            balance=decimal.Decimal(BALANCES[accountId, currency]),
            currency=currency,
            opened=datetime.date(2019, 3, 4) if accountId == 7 else datetime.date(1999, 12, 31),
            frozen=accountId != 7,
        )


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


logging.basicConfig(level=logging.WARNING)
protocol = {'1.1': Soap11, '1.2': Soap12}[sys.argv[1]]
application = Application([Accounts], BANK, in_protocol=protocol(validator='lxml'), out_protocol=protocol())
server = make_server('127.0.0.1', 0, WsgiApplication(application), handler_class=Quiet)
print('port %d' % server.server_port, flush=True)
server.serve_forever()
