// Photos beside the envelope (the MIME binding of WSDL 1.1) on a stack of Jakarta XML Web Services, which the class path has beside albums.wsdl.
// `serve`: prints `port N` and serves /albums. `call WSDL`: on each line of stdin JSON of [operation, number]; prints JSON of { result } or { broken }.
import jakarta.activation.DataHandler;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.xml.namespace.QName;

public final class Albums {
    static final String NS = "urn:example:albums";

    @WebService(name = "Albums", targetNamespace = NS)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Port {
        @WebMethod(action = "urn:put")
        @WebResult(name = "putPhotoResponse", targetNamespace = NS, partName = "body")
        PutPhotoResponse putPhoto(
            @WebParam(name = "putPhoto", targetNamespace = NS, partName = "body") PutPhoto body,
            @WebParam(name = "photo", targetNamespace = "", partName = "photo") DataHandler photo);

        @WebMethod(action = "urn:get")
        void getPhoto(
            @WebParam(name = "getPhoto", targetNamespace = NS, partName = "body") GetPhoto body,
            @WebParam(name = "getPhotoResponse", targetNamespace = NS, partName = "body", mode = WebParam.Mode.OUT) Holder<GetPhotoResponse> result,
            @WebParam(name = "photo", targetNamespace = "", partName = "photo", mode = WebParam.Mode.OUT) Holder<DataHandler> photo);
    }

    @XmlRootElement(name = "putPhoto", namespace = NS)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class PutPhoto {
        @XmlElement(namespace = NS) public String album;
    }

    @XmlRootElement(name = "putPhotoResponse", namespace = NS)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class PutPhotoResponse {
        @XmlElement(namespace = NS) public String receipt;
    }

    @XmlRootElement(name = "getPhoto", namespace = NS)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class GetPhoto {
        @XmlElement(namespace = NS) public int id;
    }

    @XmlRootElement(name = "getPhotoResponse", namespace = NS)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class GetPhotoResponse {
        @XmlElement(namespace = NS) public String name;
    }

    @WebService(serviceName = "AlbumsService", portName = "Albums", targetNamespace = NS, endpointInterface = "Albums$Port",
        wsdlLocation = "albums.wsdl")
    public static class Service1 implements Port {
        public PutPhotoResponse putPhoto(PutPhoto body, DataHandler photo) {
            PutPhotoResponse response = new PutPhotoResponse();
            response.receipt = body.album + " " + described(photo);
            return response;
        }

        public void getPhoto(GetPhoto body, Holder<GetPhotoResponse> result, Holder<DataHandler> photo) {
            result.value = new GetPhotoResponse();
            result.value.name = "photo " + body.id;
            photo.value = photo(body.id);
        }
    }

    static DataHandler photo(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) bytes[i] = (byte) (i * 31 + i / 251);
        return new DataHandler(new ByteArrayDataSource(bytes, "image/jpeg"));
    }

    static String described(DataHandler photo) {
        try {
            byte[] bytes = photo.getInputStream().readAllBytes();
            String digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)).substring(0, 16);
            return photo.getContentType() + " " + bytes.length + " " + digest;
        } catch (IOException | NoSuchAlgorithmException problem) {
            throw new IllegalStateException(problem);
        }
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
        Endpoint.create(new Service1()).publish("http://127.0.0.1:" + port + "/albums");
        System.out.println("port " + port);
    }

    private static void call(String wsdl) throws Exception {
        Port port = Service.create(URI.create(wsdl).toURL(), new QName(NS, "AlbumsService")).getPort(new QName(NS, "Albums"), Port.class);
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

    private static String result(Port port, String operation, int number) {
        if (operation.equals("putPhoto")) {
            PutPhoto body = new PutPhoto();
            body.album = "java";
            return port.putPhoto(body, photo(number)).receipt;
        }
        GetPhoto body = new GetPhoto();
        body.id = number;
        Holder<GetPhotoResponse> result = new Holder<>();
        Holder<DataHandler> photo = new Holder<>();
        port.getPhoto(body, result, photo);
        return result.value.name + " " + described(photo.value);
    }
}
