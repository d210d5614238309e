//! Text to tree.
//!
//! Accepts what [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259) accepts, to a depth of 128, the
//! limit of `serde_json`. A lone UTF-16 surrogate in an escape (wallets send them) becomes U+FFFD:
//! Rust text cannot hold it, and refusing would lose the message around it.

use crate::json::Json;
use crate::wire_error::WireError;

const DEPTH: u32 = 128;

/// Parses one JSON value with nothing but white space around it.
pub(crate) fn parse(text: &str) -> Result<Json, WireError> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(DEPTH)?;
    parser.skip_space();
    if parser.at < text.len() { Err(fault("text after the value")) } else { Ok(value) }
}

fn fault(what: &'static str) -> WireError {
    WireError::new("", what)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn literal(&mut self, word: &'static str, value: Json) -> Result<Json, WireError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(fault("not JSON"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn value(&mut self, depth: u32) -> Result<Json, WireError> {
        self.skip_space();
        match self.peek() {
            b'n' => self.literal("null", Json::Null),
            b't' => self.literal("true", Json::Bool(true)),
            b'f' => self.literal("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' | b'{' if depth <= 1 => Err(fault("nested too deep")),
            b'[' => self.list(depth - 1),
            b'{' => self.object(depth - 1),
            _ => self.number(),
        }
    }

    fn list(&mut self, depth: u32) -> Result<Json, WireError> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.eat(b']') {
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            self.skip_space();
            if self.eat(b']') {
                return Ok(Json::List(items));
            }
            if !self.eat(b',') {
                return Err(fault("expected , or ]"));
            }
        }
    }

    fn object(&mut self, depth: u32) -> Result<Json, WireError> {
        self.at += 1;
        let mut fields = Vec::new();
        self.skip_space();
        if self.eat(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            self.skip_space();
            if self.peek() != b'"' {
                return Err(fault("expected a field name"));
            }
            let name = self.string()?;
            self.skip_space();
            if !self.eat(b':') {
                return Err(fault("expected :"));
            }
            fields.push((name, self.value(depth)?));
            self.skip_space();
            if self.eat(b'}') {
                return Ok(Json::Object(fields));
            }
            if !self.eat(b',') {
                return Err(fault("expected , or }"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), WireError> {
        let from = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == from { Err(fault("not JSON")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Json, WireError> {
        let from = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Ok(Json::Number(self.text[from..self.at].into()))
    }

    fn string(&mut self) -> Result<String, WireError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let from = self.at;
            while !matches!(self.peek(), b'"' | b'\\' | 0..=0x1f) {
                self.at += 1;
            }
            out.push_str(&self.text[from..self.at]);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => {
                    self.at += 1;
                    out.push(self.escape()?);
                }
                _ => return Err(fault("string is not closed, or holds a control character")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, WireError> {
        let letter = self.peek();
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(fault("unknown escape")),
        })
    }

    fn unicode(&mut self) -> Result<char, WireError> {
        let first = self.four_hex()?;
        let mut code = first;
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.four_hex()?;
            if (0xdc00..0xe000).contains(&second) {
                code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            } else {
                self.at = back;
            }
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_hex(&mut self) -> Result<u32, WireError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = char::from(self.peek()).to_digit(16).ok_or(fault("unknown escape"))?;
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}
