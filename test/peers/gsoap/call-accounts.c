/* A client of tutorial 10: `GetAccount ID CURRENCY`. */
#include "caller.h"
#include "AccountsSoap.nsmap"

static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail)
{
    if (detail->ns1__AccountNotFound)
        printf("\"AccountNotFound\":{\"accountId\":%lld}", INTEGER(detail->ns1__AccountNotFound->accountId));
}

static int call(struct soap *soap, const char *endpoint, const char *line)
{
    char currency[16];
    struct _ns1__GetAccount request = { 0 };
    struct _ns1__GetAccountResponse reply = { 0 };
    long long id;
    if (sscanf(line, "GetAccount %lld %15s", &id, currency) != 2)
        return SOAP_ERR;
    request.accountId = id;
    request.currency = currency;
    if (soap_call___ns1__GetAccount(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    struct ns1__Account *account = reply.account;
    printf("{\"result\":{\"id\":%lld,", INTEGER(account->id));
    text("owner", account->owner);
    printf(",");
    text("balance", account->balance);
    printf(",");
    text("currency", account->currency);
    printf(",");
    text("opened", account->opened);
    printf(",\"frozen\":%s}}\n", account->frozen == xsd__boolean__true_ ? "true" : "false");
    return SOAP_OK;
}
