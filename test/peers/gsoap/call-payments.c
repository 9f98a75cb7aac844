/* A client of tutorial 50: `Pay FROM TO AMOUNT`, `GetPayment ID`, `Refund ID AMOUNT`. */
#include "caller.h"
#include "PaymentsSoap11.nsmap"

static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail)
{
    if (detail->ns1__InsufficientFunds) {
        printf("\"InsufficientFunds\":{");
        text("account", detail->ns1__InsufficientFunds->account);
        printf(",");
        text("missing", detail->ns1__InsufficientFunds->missing);
        printf("}");
    }
    if (detail->ns1__AccountBlocked) {
        printf("\"AccountBlocked\":{");
        text("account", detail->ns1__AccountBlocked->account);
        printf(",");
        text("until", soap_dateTime2s(soap, *detail->ns1__AccountBlocked->until));
        printf("}");
    }
    if (detail->ns1__InvalidPayment) {
        struct _ns1__InvalidPayment *invalid = detail->ns1__InvalidPayment;
        printf("\"InvalidPayment\":{\"problem\":[");
        for (int i = 0; i < invalid->__sizeproblem; i++) {
            printf(i ? ",{" : "{");
            text("field", invalid->problem[i].field);
            printf(",");
            text("message", invalid->problem[i].message);
            printf("}");
        }
        printf("]}");
    }
    if (detail->ns1__PaymentNotFound)
        printf("\"PaymentNotFound\":{\"paymentId\":%lld}", INTEGER(detail->ns1__PaymentNotFound->paymentId));
}

static int pay(struct soap *soap, const char *endpoint, char *from, char *to, char *amount)
{
    struct _ns1__Pay request = { .from = from, .to = to, .amount = amount };
    struct _ns1__PayResponse reply = { 0 };
    if (soap_call___ns1__Pay(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":{\"paymentId\":%lld}}\n", INTEGER(reply.paymentId));
    return SOAP_OK;
}

static int get(struct soap *soap, const char *endpoint, long long id)
{
    struct _ns1__GetPayment request = { .paymentId = id };
    struct _ns1__GetPaymentResponse reply = { 0 };
    if (soap_call___ns1__GetPayment(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":{\"id\":%lld,", INTEGER(reply.payment->id));
    text("from", reply.payment->from);
    printf(",");
    text("to", reply.payment->to);
    printf(",");
    text("amount", reply.payment->amount);
    printf(",");
    text("refunded", reply.payment->refunded);
    printf("}}\n");
    return SOAP_OK;
}

static int refund(struct soap *soap, const char *endpoint, long long id, char *amount)
{
    struct _ns1__Refund request = { .paymentId = id, .amount = amount };
    struct _ns1__RefundResponse reply = { 0 };
    if (soap_call___ns1__Refund(soap, endpoint, NULL, &request, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":{");
    text("code", soap_ns1__StatusCode2s(soap, reply.status->code));
    printf(",");
    text("message", reply.status->message);
    printf(",\"refundId\":%lld}}\n", reply.refundId ? INTEGER(*reply.refundId) : 0);
    return SOAP_OK;
}

static int call(struct soap *soap, const char *endpoint, const char *line)
{
    char a[32], b[32], c[32];
    long long id;
    if (sscanf(line, "Pay %31s %31s %31s", a, b, c) == 3)
        return pay(soap, endpoint, a, b, c);
    if (sscanf(line, "GetPayment %lld", &id) == 1)
        return get(soap, endpoint, id);
    if (sscanf(line, "Refund %lld %31s", &id, a) == 2)
        return refund(soap, endpoint, id, a);
    return SOAP_ERR;
}
