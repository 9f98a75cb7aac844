/* The Bank service of tutorial 10 on gSOAP. Mirrors the SOAP version of the request; one request at a time. */
#include "soapH.h"
#include "AccountsSoap.nsmap"

#include <stdio.h>
#include <string.h>

static void *zeroed(struct soap *soap, size_t size)
{
    void *p = soap_malloc(soap, size);
    memset(p, 0, size);
    return p;
}

static int not_found(struct soap *soap, LONG64 id)
{
    char *reason = soap_malloc(soap, 80);
    snprintf(reason, 80, "There is no account %lld", (long long)id);
    soap_receiver_fault(soap, reason, NULL);
    struct SOAP_ENV__Detail *detail = zeroed(soap, sizeof *detail);
    detail->ns1__AccountNotFound = zeroed(soap, sizeof *detail->ns1__AccountNotFound);
    detail->ns1__AccountNotFound->accountId = id;
    if (soap->version == 2)
        soap->fault->SOAP_ENV__Detail = detail;
    else
        soap->fault->detail = detail;
    return SOAP_FAULT;
}

static const char *balance_of(LONG64 id, const char *currency)
{
    if (strcmp(currency, "EUR") == 0)
        return id == 7 ? "1204.50" : "12345678901234567890.125";
    if (strcmp(currency, "SEK") == 0 && id == 7)
        return "13550.63";
    return NULL;
}

int __ns1__GetAccount(struct soap *soap, struct _ns1__GetAccount *request, struct _ns1__GetAccountResponse *reply)
{
    const char *currency = request->currency ? request->currency : "EUR";
    int first = request->accountId == 7;
    if (!first && request->accountId != 9007199254740993LL)
        return not_found(soap, request->accountId);
    const char *balance = balance_of(request->accountId, currency);
    if (balance == NULL)
        return soap_sender_fault(soap, "There is no rate for this currency", NULL);
    struct ns1__Account *account = zeroed(soap, sizeof *account);
    account->id = request->accountId;
    account->owner = soap_strdup(soap, first ? "Harbour Books" : "\303\226 & <S\303\270n>");
    account->balance = soap_strdup(soap, balance);
    account->currency = soap_strdup(soap, currency);
    account->opened = soap_strdup(soap, first ? "2019-03-04" : "1999-12-31");
    account->frozen = first ? xsd__boolean__false_ : xsd__boolean__true_;
    reply->account = account;
    return SOAP_OK;
}

int main(void)
{
    struct soap soap;
    soap_init1(&soap, SOAP_C_UTFSTRING);
    soap.bind_flags = SO_REUSEADDR;
    if (!soap_valid_socket(soap_bind(&soap, "127.0.0.1", 0, 100))) {
        soap_print_fault(&soap, stderr);
        return 1;
    }
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    getsockname(soap.master, (struct sockaddr *)&address, &size);
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    while (soap_valid_socket(soap_accept(&soap))) {
        soap_serve(&soap);
        soap_destroy(&soap);
        soap_end(&soap);
    }
    soap_print_fault(&soap, stderr);
    return 1;
}
