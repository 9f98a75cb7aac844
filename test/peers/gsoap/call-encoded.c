/* A client of the contract with SOAP encoding: `People` sends one boss of two people, who is written once; `Strings A B`; `Int N TEXT`. */
#include "caller.h"
#include "Enc.nsmap"

static void print_detail(struct soap *soap, const struct SOAP_ENV__Detail *detail)
{
}

static void person(const struct ns2__Person *p)
{
    printf("{");
    text("name", p->name);
    if (p->age)
        printf(",\"age\":%d", *p->age);
    if (p->tags) {
        printf(",\"tags\":%d,", p->tags->__size);
        text("last", p->tags->__ptr[p->tags->__size - 1]);
    }
    if (p->boss) {
        printf(",\"boss\":");
        person(p->boss);
    }
    printf("}");
}

static int people(struct soap *soap, const char *endpoint)
{
    int age = 4;
    char *tags[] = { "a", "b" };
    struct ArrayOfString words = { tags, 2 };
    struct ns2__Person boss = { .name = "Bo" };
    struct ns2__Person ann = { .name = "Ann", .age = &age, .boss = &boss, .tags = &words };
    struct ns2__Person cy = { .name = "Cy", .boss = &boss };
    struct ns2__Person *all[] = { &ann, &cy };
    struct ArrayOfPerson sent = { all, 2 };
    struct ns1__echoPeopleResponse reply = { 0 };
    if (soap_call_ns1__echoPeople(soap, endpoint, NULL, &sent, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":[");
    for (int i = 0; i < reply.return_->__size; i++) {
        printf(i ? "," : "");
        person(reply.return_->__ptr[i]);
    }
    printf("]}\n");
    return SOAP_OK;
}

static int strings(struct soap *soap, const char *endpoint, char *first, char *second)
{
    char *both[] = { first, second };
    struct ArrayOfString sent = { both, 2 };
    struct ns1__echoStringsResponse reply = { 0 };
    if (soap_call_ns1__echoStrings(soap, endpoint, NULL, &sent, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":{\"size\":%d,", reply.return_->__size);
    text("last", reply.return_->__ptr[reply.return_->__size - 1]);
    printf("}}\n");
    return SOAP_OK;
}

static int number(struct soap *soap, const char *endpoint, int i, char *s)
{
    struct ns1__echoIntResponse reply = { 0 };
    if (soap_call_ns1__echoInt(soap, endpoint, NULL, i, s, &reply) != SOAP_OK)
        return soap->error;
    printf("{\"result\":{\"return\":%d,", reply.return_);
    text("s", reply.s);
    printf("}}\n");
    return SOAP_OK;
}

static int call(struct soap *soap, const char *endpoint, const char *line)
{
    char word[20] = "", a[200] = "", b[200] = "";
    sscanf(line, "%19s %199s %199s", word, a, b);
    if (!strcmp(word, "People"))
        return people(soap, endpoint);
    if (!strcmp(word, "Strings"))
        return strings(soap, endpoint, a, b);
    return number(soap, endpoint, atoi(a), b);
}
