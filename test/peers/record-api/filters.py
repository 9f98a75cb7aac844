# Conditions of the query parameter `q` in the vendor's words: terms joined by AND and OR, in brackets or not. Knows nothing of HTTP.
import re

TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([()\[\],])|([^\s()\[\],"]+))')
# The longest first.
JOINED = ('AND', 'OR')
EMPTY = {'EMPTY': lambda value: value in (None, '')}
TEXT = {
    'CONTAIN': lambda value, one: one in value,
    'IS': lambda value, one: value == one,
    'START_WITH': lambda value, one: value.startswith(one),
    'END_WITH': lambda value, one: value.endswith(one),
}
ORDER = {
    'EQUAL': lambda value, one: value == one, 'ON': lambda value, one: value == one,
    'GREATER': lambda value, one: value > one, 'AFTER': lambda value, one: value > one,
    'GREATER_OR_EQUAL': lambda value, one: value >= one, 'ON_OR_AFTER': lambda value, one: value >= one,
    'LESS': lambda value, one: value < one, 'BEFORE': lambda value, one: value < one,
    'LESS_OR_EQUAL': lambda value, one: value <= one, 'ON_OR_BEFORE': lambda value, one: value <= one,
}
RANGE = {'BETWEEN': lambda value, low, high: low <= value <= high, 'WITHIN': lambda value, low, high: low <= value <= high}


def tokens(text):
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise ValueError(f'nothing is understood at {at}')
        found.append(match.group(0).strip())
        at = match.end()
    return found


class Reader:
    """Reads a condition: a function from a record to whether it holds."""

    def __init__(self, text):
        self.tokens, self.at = tokens(text), 0

    def next(self):
        if self.at >= len(self.tokens):
            raise ValueError('it ends early')
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def whole(self):
        made = self.any_of_terms()
        if self.peek() is not None:
            raise ValueError(f'{self.peek()} is too much')
        return made

    def any_of_terms(self):
        terms = [self.all_of_factors()]
        while self.peek() == 'OR':
            self.next()
            terms.append(self.all_of_factors())
        return lambda record: any(term(record) for term in terms)

    def all_of_factors(self):
        factors = [self.factor()]
        while self.peek() == 'AND':
            self.next()
            factors.append(self.factor())
        return lambda record: all(factor(record) for factor in factors)

    def factor(self):
        if self.peek() == '(':
            self.next()
            made = self.any_of_terms()
            if self.next() != ')':
                raise ValueError('a bracket stays open')
            return made
        return self.condition(self.next(), self.next())

    def condition(self, field, operator):
        negated = operator.endswith('_NOT')
        name = operator.removesuffix('_NOT')
        test = self.test(name)
        return lambda record: test(value_of(record, field)) != negated

    def test(self, name):
        if name in EMPTY:
            return EMPTY[name]
        if name == 'ANY_OF':
            values = self.values()
            return lambda value: same_text(value) in [same_text(one) for one in values]
        if name in RANGE:
            low, high = self.values()
            return lambda value: value is not None and RANGE[name](comparable(value), comparable(low), comparable(high))
        one = self.value()
        if name in ORDER:
            return lambda value: value is not None and ORDER[name](comparable(value), comparable(one))
        if name in TEXT:
            return lambda value: value is not None and TEXT[name](same_text(value), same_text(one))
        raise ValueError(f'{name} is no operator')

    def value(self):
        token = self.next()
        return re.sub(r'\\(.)', r'\1', token[1:-1]) if token.startswith('"') else token

    def values(self):
        if self.peek() != '[':
            return [self.value()]
        self.next()
        found = [self.value()]
        while self.next() == ',':
            found.append(self.value())
        return found


def value_of(record, field):
    """Of a reference, its id."""
    value = next((value for name, value in record.items() if name.lower() == field.lower()), None)
    return value.get('id') if isinstance(value, dict) else value


def same_text(value):
    return ('true' if value else 'false') if isinstance(value, bool) else str(value).lower()


def comparable(value):
    """A number, a day, or a text; days of the account's format are those of ISO."""
    day = re.fullmatch(r'(\d{1,2})/(\d{1,2})/(\d{4})', str(value))
    if day:
        return f'{day[3]}-{int(day[1]):02}-{int(day[2]):02}'
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)[:10] if re.match(r'\d{4}-\d\d-\d\dT', str(value)) else str(value)


def condition(text):
    """Raises ValueError."""
    return Reader(text).whole()
