// Notes services of Apache CXF that do what the policies of their WSDLs say, by WSS4J, and a client that does the same.
//
// Arguments: a folder with keys, then WSDL files. The service of `a.wsdl` is at /a of the address that GET /origin prints.
// GET /call?wsdl=FILE&url=URL asks the service at that address for a note, as the policy of the WSDL (a file or a URL) says, as anna, and prints its text.
import com.sun.net.httpserver.HttpServer;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import java.io.File;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.wss4j.common.ext.WSPasswordCallback;

@WebServiceProvider(serviceName = "NotesService", portName = "P", targetNamespace = "urn:notes")
@ServiceMode(Service.Mode.PAYLOAD)
public class Secured implements Provider<Source> {
  static final String NS = "urn:notes";
  static final QName SERVICE = new QName(NS, "NotesService");
  static final QName PORT = new QName(NS, "P");

  public Source invoke(Source request) {
    return xml("<GetNoteResponse xmlns='" + NS + "'><text>milk</text></GetNoteResponse>");
  }

  static Source xml(String text) {
    return new StreamSource(new StringReader(text));
  }

  /** `whose` key it signs with, and whom it trusts. */
  static Map<String, Object> security(String folder, String whose, String trusted) {
    Properties keys = new Properties();
    keys.put("org.apache.wss4j.crypto.provider", "org.apache.wss4j.common.crypto.Merlin");
    for (String store : new String[] {"keystore", "truststore"}) {
      String name = store.equals("keystore") ? whose : trusted + "-trust";
      keys.put("org.apache.wss4j.crypto.merlin." + store + ".type", "pkcs12");
      keys.put("org.apache.wss4j.crypto.merlin." + store + ".file", folder + "/" + name + ".p12");
      keys.put("org.apache.wss4j.crypto.merlin." + store + ".password", "secret");
    }
    CallbackHandler passwords = callbacks -> {
      for (Callback one : callbacks) ((WSPasswordCallback) one).setPassword("secret");
    };
    Map<String, Object> properties = new HashMap<>();
    properties.put("security.signature.properties", keys);
    properties.put("security.signature.username", whose);
    properties.put("security.encryption.properties", keys);
    properties.put("security.encryption.username", "useReqSigCert");
    properties.put("security.callback-handler", passwords);
    return properties;
  }

  static void publish(String folder, String wsdl, String origin) {
    Map<String, Object> properties = security(folder, "service", "client");
    properties.put(Endpoint.WSDL_SERVICE, SERVICE);
    properties.put(Endpoint.WSDL_PORT, PORT);
    EndpointImpl endpoint = (EndpointImpl) Endpoint.create(new Secured());
    endpoint.setProperties(properties);
    endpoint.setWsdlLocation(wsdl);
    endpoint.publish(origin + "/" + new File(wsdl).getName().replace(".wsdl", ""));
  }

  static String call(String folder, String wsdl, String url) throws Exception {
    Service service = Service.create(wsdl.startsWith("http") ? URI.create(wsdl).toURL() : new File(wsdl).toURI().toURL(), SERVICE);
    Dispatch<Source> dispatch = service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
    dispatch.getRequestContext().putAll(security(folder, "client", "service"));
    dispatch.getRequestContext().put("security.username", "anna");
    // A dispatch has the policies of its binding alone otherwise.
    dispatch.getRequestContext().put("find.dispatch.operation", true);
    dispatch.getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
    DOMResult result = new DOMResult();
    Source response = dispatch.invoke(xml("<GetNote xmlns='" + NS + "'><id>7</id></GetNote>"));
    TransformerFactory.newInstance().newTransformer().transform(response, result);
    return result.getNode().getFirstChild().getTextContent();
  }

  public static void main(String[] args) throws Exception {
    String origin;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      origin = "http://127.0.0.1:" + socket.getLocalPort();
    }
    for (int i = 1; i < args.length; i++) publish(args[0], args[i], origin);
    HttpServer control = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    control.createContext("/origin", exchange -> send(exchange, origin));
    control.createContext("/call", exchange -> {
      Map<String, String> query = new HashMap<>();
      for (String pair : exchange.getRequestURI().getRawQuery().split("&"))
        query.put(pair.split("=")[0], URLDecoder.decode(pair.split("=")[1], StandardCharsets.UTF_8));
      String text;
      try {
        text = call(args[0], query.get("wsdl"), query.get("url"));
      } catch (Exception e) {
        text = e.toString();
      }
      send(exchange, text);
    });
    control.start();
    System.out.println("port " + control.getAddress().getPort());
  }

  static void send(com.sun.net.httpserver.HttpExchange exchange, String text) throws java.io.IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }
}
