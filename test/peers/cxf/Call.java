// Calls operations of a service as a client of Apache CXF does it, with the classes that wsdl2java has made and validation by the schemas on:
// SERVICE-CLASS WSDL, then on each line of stdin JSON of [operation, arguments]. Prints for each line JSON of { result }, of
// { type, code, reason, detail } where a fault came, or of { broken } where the client gave up. How arguments are written is told in callers.ts.
import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSchema;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebEndpoint;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;

public final class Call {
    private static final Map<String, Method> operations = new HashMap<>();
    /** Namespace of a schema, and the package of its classes. */
    private static final Map<String, String> packages = new HashMap<>();
    private static Object port;

    public static void main(String[] args) throws Exception {
        // Its log is for people.
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        open(Class.forName(args[0]), URI.create(args[1]).toURL());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonArray call = JsonParser.parseString(line).getAsJsonArray();
            out.println(new Gson().toJson(answer(call.get(0).getAsString(), call.get(1))));
        }
    }

    private static void open(Class<?> serviceClass, URL wsdl) throws Exception {
        Service service = (Service) serviceClass.getConstructor(URL.class).newInstance(wsdl);
        for (Method method : serviceClass.getMethods()) {
            if (method.isAnnotationPresent(WebEndpoint.class) && method.getParameterCount() == 0) port = method.invoke(service);
        }
        Map<String, Object> context = ((BindingProvider) port).getRequestContext();
        context.put("schema-validation-enabled", "true");
        context.put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
        Class<?> portType = port.getClass().getInterfaces()[0];
        for (Method method : portType.getMethods()) operations.put(method.getName(), method);
        for (Class<?> factory : portType.getAnnotation(XmlSeeAlso.class).value()) {
            XmlSchema schema = factory.getPackage().getAnnotation(XmlSchema.class);
            if (schema != null) packages.put(schema.namespace(), factory.getPackageName());
        }
    }

    private static JsonObject answer(String name, JsonElement arguments) {
        JsonObject said = new JsonObject();
        Method operation = operations.get(name);
        try {
            said.add("result", shown(operation.invoke(port, made(operation.getGenericParameterTypes()[0], arguments))));
        } catch (InvocationTargetException thrown) {
            tell(said, operation, thrown.getCause());
        } catch (Exception broken) {
            said.addProperty("broken", broken.toString());
        }
        return said;
    }

    /** An exception that the operation declares, a fault of SOAP that it does not declare, or what the client would not take. */
    private static void tell(JsonObject said, Method operation, Throwable thrown) {
        if (List.of(operation.getExceptionTypes()).contains(thrown.getClass())) {
            said.addProperty("type", thrown.getClass().getSimpleName());
            said.addProperty("reason", thrown.getMessage());
            said.add("detail", detailOf(thrown));
        } else if (thrown instanceof SOAPFaultException fault && isHeard(fault)) {
            said.addProperty("type", "SOAPFaultException");
            said.addProperty("code", fault.getFault().getFaultCodeAsQName().getLocalPart());
            said.addProperty("reason", fault.getFault().getFaultString());
        } else {
            said.addProperty("broken", thrown + (thrown.getCause() == null ? "" : ": " + thrown.getCause()));
        }
    }

    /** CXF tells of what it would not read by the same exception, whose cause is then of its own making. */
    private static boolean isHeard(SOAPFaultException fault) {
        return fault.getCause() instanceof org.apache.cxf.binding.soap.SoapFault heard && heard.getCause() == null;
    }

    private static JsonObject detailOf(Throwable thrown) {
        JsonObject detail = new JsonObject();
        try {
            Object info = thrown.getClass().getMethod("getFaultInfo").invoke(thrown);
            detail.add(thrown.getClass().getAnnotation(WebFault.class).name(), shown(info));
        } catch (ReflectiveOperationException missing) {
            detail.addProperty("broken", missing.toString());
        }
        return detail;
    }

    /** A value of the type, as code that knows the classes would make it. */
    private static Object made(Type type, JsonElement value) throws Exception {
        if (type instanceof ParameterizedType list) {
            List<Object> items = new ArrayList<>();
            Type item = list.getActualTypeArguments()[0];
            for (JsonElement one : value.isJsonArray() ? value.getAsJsonArray() : List.of(value)) items.add(made(item, one));
            return items;
        }
        return value.isJsonObject() ? bean((Class<?>) type, value.getAsJsonObject()) : leaf((Class<?>) type, value.getAsString());
    }

    private static Object bean(Class<?> declared, JsonObject members) throws Exception {
        Object bean = classOf(declared, members).getDeclaredConstructor().newInstance();
        for (Map.Entry<String, JsonElement> member : members.entrySet()) {
            if (member.getKey().equals("$type")) continue;
            Field field = fieldOf(bean.getClass(), member.getKey());
            field.setAccessible(true);
            field.set(bean, made(field.getGenericType(), member.getValue()));
        }
        return bean;
    }

    private static Class<?> classOf(Class<?> declared, JsonObject members) throws ClassNotFoundException {
        if (!members.has("$type")) return declared;
        String[] name = members.get("$type").getAsString().substring(1).split("}");
        return Class.forName(packages.get(name[0]) + "." + Character.toUpperCase(name[1].charAt(0)) + name[1].substring(1));
    }

    private static Field fieldOf(Class<?> type, String name) throws NoSuchFieldException {
        for (Field field : fieldsOf(type)) {
            if (nameOf(field).equals(name.startsWith("@") ? name.substring(1) : name)) return field;
        }
        throw new NoSuchFieldException(type.getSimpleName() + " has no " + name);
    }

    /** Those of the types that it extends first. */
    private static List<Field> fieldsOf(Class<?> type) {
        List<Field> fields = type.getSuperclass() == Object.class ? new ArrayList<>() : fieldsOf(type.getSuperclass());
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) fields.add(field);
        }
        return fields;
    }

    /** In the contract. */
    private static String nameOf(Field field) {
        XmlElement element = field.getAnnotation(XmlElement.class);
        if (element != null && !element.name().equals("##default")) return element.name();
        XmlAttribute attribute = field.getAnnotation(XmlAttribute.class);
        if (attribute != null && !attribute.name().equals("##default")) return attribute.name();
        return field.isAnnotationPresent(XmlValue.class) ? "$value" : field.getName();
    }

    private static Object leaf(Class<?> type, String text) throws Exception {
        if (type == String.class) return text;
        if (type == XMLGregorianCalendar.class) return DatatypeFactory.newInstance().newXMLGregorianCalendar(text);
        if (type == byte[].class) return Base64.getDecoder().decode(text);
        if (type.isEnum()) return type.getMethod("fromValue", String.class).invoke(null, text);
        Constructor<?> boxed = boxOf(type).getConstructor(String.class);
        return boxed.newInstance(text);
    }

    private static Class<?> boxOf(Class<?> type) {
        return Map.<Class<?>, Class<?>>of(int.class, Integer.class, long.class, Long.class, double.class, Double.class, boolean.class, Boolean.class)
            .getOrDefault(type, type);
    }

    private static JsonElement shown(Object value) throws ReflectiveOperationException {
        Gson gson = new Gson();
        if (value instanceof String || value instanceof Number || value instanceof Boolean) return gson.toJsonTree(value);
        if (value instanceof XMLGregorianCalendar time) return gson.toJsonTree(time.toXMLFormat());
        if (value instanceof byte[] bytes) return gson.toJsonTree(Base64.getEncoder().encodeToString(bytes));
        if (value instanceof Enum<?>) return gson.toJsonTree(value.getClass().getMethod("value").invoke(value));
        if (value instanceof Collection<?> items) return array(items);
        JsonObject members = new JsonObject();
        for (Field field : fieldsOf(value.getClass())) {
            field.setAccessible(true);
            if (field.get(value) != null) members.add(nameOf(field), shown(field.get(value)));
        }
        return members;
    }

    private static JsonArray array(Collection<?> items) throws ReflectiveOperationException {
        JsonArray array = new JsonArray();
        for (Object item : items) array.add(shown(item));
        return array;
    }
}
