/* A client of any contract: `OPERATION <request/>`, the request as XML. What gSOAP makes of it is sent, and what it makes of the reply is written
   as XML again. operations.h and names.h are made with the stubs. */
#include "caller.h"
#include "names.h"

#include <stdlib.h>

static void print_xml(const char *name, const char *xml)
{
    printf("\"%s\":\"", name);
    for (const char *c = xml ? xml : ""; *c; c++) {
        if (*c == '\n')
            printf("\\n");
        else
            printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    printf("\"");
}

static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail)
{
    const char *xml = NULL;
    soap->os = &xml;
    if (soap_begin_send(soap) == SOAP_OK && soap_put_SOAP_ENV__Detail(soap, detail, "detail", NULL) == SOAP_OK)
        soap_end_send(soap);
    print_xml("xml", xml);
}

#define OPERATION(name, function, in, out)                                         \
    if (strcmp(operation, #name) == 0) {                                           \
        struct in request;                                                         \
        struct out reply;                                                          \
        const char *said = NULL;                                                   \
        soap_default_##in(soap, &request);                                         \
        soap_default_##out(soap, &reply);                                          \
        soap->is = xml;                                                            \
        if (soap_read_##in(soap, &request) != SOAP_OK)                             \
            return soap->error;                                                    \
        soap->is = NULL;                                                           \
        if (function(soap, endpoint, NULL, &request, &reply) != SOAP_OK)           \
            return soap->error;                                                    \
        soap->os = &said;                                                          \
        if (soap_write_##out(soap, &reply) != SOAP_OK)                             \
            return soap->error;                                                    \
        printf("{");                                                               \
        print_xml("result", said);                                                 \
        printf("}\n");                                                             \
        return SOAP_OK;                                                            \
    }

static int call(struct soap *soap, const char *endpoint, const char *line)
{
    char operation[64];
    const char *xml = strchr(line, '<');
    if (xml == NULL || sscanf(line, "%63s", operation) != 1)
        return SOAP_ERR;
#include "operations.h"
    return SOAP_NO_METHOD;
}
