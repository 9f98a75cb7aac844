/* What the callers made with gSOAP share: SOAP version and endpoint from the command line, one call a line of stdin, one line of JSON for each. */
#include "soapH.h"

#include <stdio.h>
#include <string.h>

#define INTEGER(value) ((long long)(value))

/* Texts of the tests need no other escapes. */
static void text(const char *name, const char *value)
{
    printf("\"%s\":\"", name);
    for (const char *c = value ? value : ""; *c; c++)
        printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\"");
}

/* What the contract declares for the detail; prints `"Name":{...}`. */
static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail);

static void print_fault(struct soap *soap)
{
    if (!soap->fault) {
        printf("{\"broken\":\"error %d\"}\n", soap->error);
        return;
    }
    struct SOAP_ENV__Detail *detail = soap->version == 2 ? soap->fault->SOAP_ENV__Detail : soap->fault->detail;
    printf("{\"type\":\"SOAP_ENV__Fault\",");
    text("code", *soap_faultcode(soap));
    printf(",");
    text("reason", *soap_faultstring(soap));
    printf(",\"detail\":{");
    if (detail)
        print_detail(soap, detail);
    printf("}}\n");
}

/* Carries out one line; SOAP_OK when it has printed a result. */
static int call(struct soap *soap, const char *endpoint, const char *line);

int main(int argc, char **argv)
{
    static char line[65536];
    if (argc != 3)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        struct soap soap;
        soap_init1(&soap, SOAP_C_UTFSTRING);
        soap_set_version(&soap, argv[1][2] == '2' ? 2 : 1);
        if (call(&soap, argv[2], line) != SOAP_OK)
            print_fault(&soap);
        fflush(stdout);
        soap_destroy(&soap);
        soap_end(&soap);
        soap_done(&soap);
    }
    return 0;
}
