//! Where the bytes of a WebAssembly module are: the size of each function's body, by name.
//!
//! Reads the sections of the binary format (<https://webassembly.github.io/spec/core/binary/modules.html>):
//! imports (they come first in the numbering), code, and the custom section `name`.

use std::collections::BTreeMap;

use crate::run::Outcome;

/// Bytes with a place in them.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// An unsigned number in LEB128.
    fn number(&mut self) -> Option<usize> {
        let mut value = 0_usize;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    /// A length and so many bytes.
    fn block(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<String> {
        self.block().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// The `count` largest functions, largest first.
pub fn heaviest(module: &[u8], count: usize) -> Outcome<Vec<(usize, String)>> {
    let mut sizes = read(module).ok_or("the WebAssembly module cannot be read")?;
    sizes.sort_by_key(|function| std::cmp::Reverse(function.0));
    sizes.truncate(count);
    Ok(sizes)
}

fn read(module: &[u8]) -> Option<Vec<(usize, String)>> {
    let mut reader = Reader::new(module.strip_prefix(b"\0asm\x01\0\0\0")?);
    let (mut imported, mut sizes, mut names) = (0, Vec::new(), BTreeMap::new());
    while let Some(id) = reader.byte() {
        let mut section = Reader::new(reader.block()?);
        match id {
            0 if section.text()? == "name" => names = function_names(&mut section)?,
            2 => imported = imported_functions(&mut section)?,
            10 => {
                for _ in 0..section.number()? {
                    sizes.push(section.block()?.len());
                }
            }
            _ => {}
        }
    }
    let name =
        |at: usize| names.get(&at).map_or_else(|| format!("function {at}"), |name| readable(name));
    Some(sizes.into_iter().enumerate().map(|(at, size)| (size, name(at + imported))).collect())
}

/// Without the hashes of crates, `engine[2ffaef541a86c7ad]::open`, and not longer than a line.
fn readable(name: &str) -> String {
    let mut parts = name.split('[');
    let mut short = parts.next().unwrap_or("").to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((hash, rest)) if hash.len() == 16 => short.push_str(rest),
            _ => short.extend(["[", part]),
        }
    }
    short.chars().take(110).collect()
}

fn function_names(section: &mut Reader<'_>) -> Option<BTreeMap<usize, String>> {
    let mut names = BTreeMap::new();
    while let Some(kind) = section.byte() {
        let mut part = Reader::new(section.block()?);
        if kind == 1 {
            for _ in 0..part.number()? {
                let at = part.number()?;
                names.insert(at, part.text()?);
            }
        }
    }
    Some(names)
}

fn imported_functions(section: &mut Reader<'_>) -> Option<usize> {
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.block()?;
        section.block()?;
        match section.byte()? {
            0 => {
                section.number()?;
                functions += 1;
            }
            1 => {
                section.byte()?;
                limits(section)?;
            }
            2 => limits(section)?,
            _ => drop(section.take(2)?),
        }
    }
    Some(functions)
}

fn limits(section: &mut Reader<'_>) -> Option<()> {
    let has_most = section.byte()? & 1 == 1;
    section.number()?;
    has_most.then(|| section.number());
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_weighed_and_named() {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        // One imported function, two bodies of 2 and 4 bytes, names for the functions 1 and 2.
        module.extend([2, 7, 1, 1, b'a', 1, b'f', 0, 0]);
        module.extend([10, 9, 2, 2, 0, 0x0b, 4, 0, 1, 1, 0x0b]);
        module.extend([
            0, 17, 4, b'n', b'a', b'm', b'e', 1, 10, 2, 1, 2, b'o', b'n', 2, 3, b't', b'w', b'o',
        ]);
        let expected = vec![(4, "two".to_owned()), (2, "on".to_owned())];
        assert_eq!(heaviest(&module, 10), Ok(expected));
        assert_eq!(readable("<a[2ffaef541a86c7ad]::B>::c[0]"), "<a::B>::c[0]");
        assert!(heaviest(b"\0asm\x01\0\0\0\x0a\xff", 10).is_err());
    }
}
