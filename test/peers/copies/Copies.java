// Operations of rpc style with parts beside the envelope (the MIME binding of WSDL 1.1), with the SOAP API of Jakarta alone: it writes and reads messages
// and knows no contract. A copy of a photo has each byte changed by `count`.
// `serve`: prints `port N` and serves /photos. `call URL`: on each line of stdin JSON of [operation, number of bytes]; prints JSON of { result } or { broken }.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.MimeHeader;
import jakarta.xml.soap.MimeHeaders;
import jakarta.xml.soap.SOAPConnection;
import jakarta.xml.soap.SOAPConnectionFactory;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.UUID;
import javax.xml.namespace.QName;

public final class Copies {
    static final String NS = "urn:example:photos";
    static final int COUNT = 7;

    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) serve();
        else call(args[1]);
    }

    private static void serve() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/photos", Copies::handle);
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try {
            MimeHeaders fields = new MimeHeaders();
            exchange.getRequestHeaders().forEach((name, values) -> values.forEach(value -> fields.addHeader(name, value)));
            SOAPMessage response = MessageFactory.newInstance().createMessage();
            int status = answer(MessageFactory.newInstance().createMessage(fields, exchange.getRequestBody()), response);
            send(exchange, status, response);
        } catch (SOAPException problem) {
            throw new IOException(problem);
        }
    }

    /** Status. What is not as the contract says is a fault that says so. */
    private static int answer(SOAPMessage request, SOAPMessage response) throws SOAPException {
        try {
            SOAPElement operation = onlyElement(request.getSOAPBody());
            expect(new QName(NS, "copyPhoto"), operation.getElementQName());
            SOAPElement count = onlyElement(operation);
            expect(new QName("count"), count.getElementQName());
            byte[] photo = onlyAttachment(request, "photo");
            response.getSOAPBody().addChildElement("copyPhotoResponse", "p", NS);
            attach(response, "copy", changed(photo, Integer.parseInt(count.getValue())));
            return 200;
        } catch (IOException | IllegalStateException problem) {
            response.getSOAPBody().addFault(new QName("http://schemas.xmlsoap.org/soap/envelope/", "Client"), problem.getMessage());
            return 500;
        }
    }

    private static void send(HttpExchange exchange, int status, SOAPMessage message) throws SOAPException, IOException {
        message.saveChanges();
        for (Iterator<MimeHeader> fields = message.getMimeHeaders().getAllHeaders(); fields.hasNext();) {
            MimeHeader field = fields.next();
            if (!field.getName().equalsIgnoreCase("Content-Length")) exchange.getResponseHeaders().add(field.getName(), field.getValue());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        message.writeTo(body);
        exchange.sendResponseHeaders(status, body.size());
        exchange.getResponseBody().write(body.toByteArray());
        exchange.close();
    }

    private static void call(String url) throws Exception {
        SOAPConnection connection = SOAPConnectionFactory.newInstance().createConnection();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                System.out.println("{\"result\":\"" + copy(connection, url, Integer.parseInt(line.replaceAll("\\D", ""))) + "\"}");
            } catch (Exception problem) {
                System.out.println("{\"broken\":\"" + problem.toString().replaceAll("[^\\w .:-]", " ") + "\"}");
            }
        }
    }

    private static String copy(SOAPConnection connection, String url, int length) throws Exception {
        SOAPMessage request = MessageFactory.newInstance().createMessage();
        request.getMimeHeaders().setHeader("SOAPAction", "\"urn:copy\"");
        SOAPElement operation = request.getSOAPBody().addChildElement("copyPhoto", "p", NS);
        operation.addChildElement("count").addTextNode(String.valueOf(COUNT));
        attach(request, "photo", photo(length));
        request.saveChanges();
        SOAPMessage response = connection.call(request, URI.create(url).toURL());
        if (response.getSOAPBody().hasFault()) return response.getSOAPBody().getFault().getFaultString();
        SOAPElement result = onlyElement(response.getSOAPBody());
        expect(new QName(NS, "copyPhotoResponse"), result.getElementQName());
        return described(onlyAttachment(response, "copy"));
    }

    /** Content-ID as WS-I Attachments Profile 1.0 R2933 wants it. */
    private static void attach(SOAPMessage message, String part, byte[] content) {
        AttachmentPart attachment = message.createAttachmentPart(new DataHandler(new ByteArrayDataSource(content, "image/jpeg")));
        attachment.setContentId("<" + part + "=" + UUID.randomUUID() + "@example.com>");
        message.addAttachmentPart(attachment);
    }

    private static byte[] onlyAttachment(SOAPMessage message, String part) throws SOAPException, IOException {
        expect(1, message.countAttachments());
        AttachmentPart attachment = message.getAttachments().next();
        expect("image/jpeg", attachment.getContentType());
        expect("<" + part + "=", attachment.getContentId().replaceAll("=.*", "="));
        return attachment.getSize() <= 0 ? new byte[0] : attachment.getRawContentBytes();
    }

    private static SOAPElement onlyElement(SOAPElement parent) {
        SOAPElement only = null;
        for (Iterator<?> nodes = parent.getChildElements(); nodes.hasNext();)
            if (nodes.next() instanceof SOAPElement element) {
                expect(null, only);
                only = element;
            }
        if (only == null) throw new IllegalStateException(parent.getElementQName() + " is empty");
        return only;
    }

    private static void expect(Object expected, Object actual) {
        if (!String.valueOf(expected).equals(String.valueOf(actual))) throw new IllegalStateException("expected " + expected + ", got " + actual);
    }

    private static byte[] photo(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (i * 31 + i / 251);
        return bytes;
    }

    private static byte[] changed(byte[] bytes, int count) {
        for (int i = 0; i < bytes.length; i++) bytes[i] ^= (byte) count;
        return bytes;
    }

    private static String described(byte[] bytes) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
        return bytes.length + " " + HexFormat.of().formatHex(digest).substring(0, 16);
    }
}
