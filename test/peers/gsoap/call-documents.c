/* A client of documents with attachments (MTOM): `putDocument LENGTH`, `getDocument LENGTH`. Contents are told by their length and checksum. */
#include "caller.h"
#include "DocumentsSoap.nsmap"

static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail)
{
}

/* As the service has it. */
static struct xsd__base64Binary content(struct soap *soap, int length)
{
    struct xsd__base64Binary made = { 0 };
    made.__ptr = soap_malloc(soap, length + 1);
    made.__size = length;
    for (int i = 0; i < length; i++)
        made.__ptr[i] = (unsigned char)(i * 31 + i / 251);
    /* With a type it is an attachment. */
    made.type = "application/pdf";
    return made;
}

/* Fletcher's, modulo 65535. */
static unsigned checksum(const struct xsd__base64Binary *bytes)
{
    unsigned a = 0, b = 0;
    for (int i = 0; i < bytes->__size; i++) {
        a = (a + bytes->__ptr[i]) % 65535;
        b = (b + a) % 65535;
    }
    return b * 65536 + a;
}

static int put(struct soap *soap, const char *endpoint, int length)
{
    struct ns1__document document = { content(soap, length), "upload" };
    struct ns1__putDocument request = { &document };
    struct ns1__putDocumentResponse reply = { 0 };
    if (soap_call___ns1__putDocument(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    printf("{");
    text("result", reply.return_);
    printf("}\n");
    return SOAP_OK;
}

static int get(struct soap *soap, const char *endpoint, int length)
{
    struct ns1__getDocument request = { length };
    struct ns1__getDocumentResponse reply = { 0 };
    soap->http_extra_header = "Accept: application/xop+xml";
    if (soap_call___ns1__getDocument(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    const struct xsd__base64Binary *found = &reply.return_->content;
    /* Only an attachment has an id. */
    printf("{\"result\":\"%s %s %d %u\"}\n", reply.return_->name, found->id ? "beside" : "inside", found->__size, checksum(found));
    return SOAP_OK;
}

static int call(struct soap *soap, const char *endpoint, const char *line)
{
    char operation[16];
    int length;
    if (sscanf(line, "%15s %d", operation, &length) != 2)
        return SOAP_ERR;
    soap_set_omode(soap, SOAP_ENC_MTOM);
    return operation[0] == 'p' ? put(soap, endpoint, length) : get(soap, endpoint, length);
}
