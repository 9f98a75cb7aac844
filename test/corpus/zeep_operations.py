"""Prints how many SOAP operations zeep finds in the ports of a WSDL file. It fetches nothing."""
import sys

from zeep import Client, Transport
from zeep.wsdl.bindings import SoapBinding


class Offline(Transport):
    def _load_remote_data(self, url):
        raise OSError(url)


client = Client(sys.argv[1], transport=Offline())
ports = [port for service in client.wsdl.services.values() for port in service.ports.values()]
print(sum(len(port.binding._operations) for port in ports if isinstance(port.binding, SoapBinding)))
