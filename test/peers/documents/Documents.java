// Documents with attachments on a stack of Jakarta XML Web Services, which the class path has beside documents.wsdl: MTOM both ways, and swaRef.
// `serve`: prints `port N` and serves /documents. `call WSDL`: on each line of stdin JSON of [operation, number]; prints JSON of { result } or { broken }.
import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.xml.namespace.QName;

public final class Documents {
    static final String NS = "urn:example:documents";

    @WebService(name = "Documents", targetNamespace = NS)
    public interface Port {
        @WebMethod @WebResult(name = "return") Document getDocument(@WebParam(name = "id") int id);
        @WebMethod @WebResult(name = "return") String putDocument(@WebParam(name = "document") Document document) throws Exception;
        @WebMethod @WebResult(name = "return") Letter getLetter(@WebParam(name = "id") int id);
        @WebMethod @WebResult(name = "return") String putLetter(@WebParam(name = "letter") Letter letter) throws Exception;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "document", namespace = NS, propOrder = {"content", "name", "preview"})
    public static class Document {
        public byte[] content;
        public String name;
        public byte[] preview;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "letter", namespace = NS, propOrder = {"scan", "sender"})
    public static class Letter {
        @XmlAttachmentRef public DataHandler scan;
        public String sender;
    }

    @WebService(serviceName = "DocumentsService", portName = "DocumentsPort", targetNamespace = NS, endpointInterface = "Documents$Port",
        wsdlLocation = "documents.wsdl")
    public static class Service1 implements Port {
        public Document getDocument(int id) {
            Document document = new Document();
            document.content = bytes(id);
            document.name = "document " + id;
            if (id > 1000) document.preview = bytes(100);
            return document;
        }

        public String putDocument(Document document) throws Exception {
            return document.name + " " + document.content.length + " " + digest(document.content);
        }

        public Letter getLetter(int id) {
            return letter("sender " + id, bytes(id));
        }

        public String putLetter(Letter letter) throws Exception {
            byte[] scan = letter.scan.getInputStream().readAllBytes();
            return letter.sender + " " + scan.length + " " + digest(scan);
        }
    }

    static Letter letter(String sender, byte[] scan) {
        Letter letter = new Letter();
        letter.sender = sender;
        letter.scan = new DataHandler(new ByteArrayDataSource(scan, "image/tiff"));
        return letter;
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (i * 31 + i / 251);
        return bytes;
    }

    static String digest(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)).substring(0, 16);
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) serve();
        else call(args[1]);
    }

    private static void serve() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = socket.getLocalPort();
        }
        Endpoint.create(new Service1(), new MTOMFeature(0)).publish("http://127.0.0.1:" + port + "/documents");
        System.out.println("port " + port);
    }

    private static void call(String wsdl) throws Exception {
        Port port = Service.create(URI.create(wsdl).toURL(), new QName(NS, "DocumentsService"))
            .getPort(new QName(NS, "DocumentsPort"), Port.class, new MTOMFeature(0));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split("\\W+");
            try {
                System.out.println("{\"result\":\"" + result(port, words[1], Integer.parseInt(words[2])) + "\"}");
            } catch (Exception fault) {
                System.out.println("{\"broken\":\"" + fault.toString().replaceAll("[^\\w .:-]", " ") + "\"}");
            }
        }
    }

    private static String result(Port port, String operation, int number) throws Exception {
        switch (operation) {
            case "getDocument": {
                Document document = port.getDocument(number);
                return document.name + " " + document.content.length + " " + digest(document.content);
            }
            case "putDocument": {
                Document document = new Document();
                document.content = bytes(number);
                document.name = "upload";
                return port.putDocument(document);
            }
            case "getLetter": {
                Letter letter = port.getLetter(number);
                byte[] scan = letter.scan.getInputStream().readAllBytes();
                return letter.sender + " " + scan.length + " " + digest(scan);
            }
            default:
                return port.putLetter(letter("letter", bytes(number)));
        }
    }
}
