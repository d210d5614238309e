//! What the first half of a module can reach of the second through the table.
//!
//! In WebAssembly a pointer to a function is a number: its slot in the table. Code has it as a constant,
//! or finds it in the data: vtables, closures, tables of functions. So every constant of the first half
//! that is a late slot counts as its pointer, every constant that is an address as that of what lies
//! there, and so do the words there in turn. What lies at an address ends where the next begins that
//! anything names; a number that is named by chance ends no vtable and no run of functions ([`Memory::begins`]).
//! The slots are linked from a number on that no other constant has (`TABLE_BASE` in `wasm.rs`), so that
//! numbers are not taken for pointers.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use walrus::ir::{Const, Load, Store, Value, Visitor, dfs_in_order};
use walrus::{ConstExpr, DataKind, FunctionId, FunctionKind, Module};

use crate::names::plain;

/// The functions that are there from the start: what the `roots` call, and what they can reach of the
/// table's `slots`, and so on. A function that `is_late` is not, unless somebody calls it.
pub fn early(
    module: &Module,
    roots: Vec<FunctionId>,
    slots: &HashMap<u32, FunctionId>,
    is_late: impl Fn(FunctionId) -> bool,
    called: impl Fn(FunctionId) -> Vec<FunctionId>,
) -> HashSet<FunctionId> {
    let memory = Memory::of(module, |word| slots.contains_key(&word));
    let (mut early, mut waiting, mut seen) = (HashSet::new(), roots, HashSet::new());
    while let Some(function) = waiting.pop() {
        if !early.insert(function) {
            continue;
        }
        waiting.extend(called(function));
        let mut pointers: Vec<u32> = numbers(module, function).collect();
        while let Some(number) = pointers.pop() {
            if seen.insert(number) {
                waiting.extend(slots.get(&number).filter(|it| !is_late(**it)));
                pointers.extend(memory.words_at(number));
            }
        }
    }
    early
}

/// Which of the `late` slots the functions that are `early` can reach, one sentence each.
pub fn reached_late(
    module: &Module,
    early: &HashSet<FunctionId>,
    late: &HashMap<u32, FunctionId>,
    is_slot: impl Fn(u32) -> bool,
) -> Vec<String> {
    let memory = Memory::of(module, is_slot);
    let mut found = BTreeSet::new();
    for function in early {
        let mut waiting: Vec<u32> = numbers(module, *function).collect();
        let mut seen = HashSet::new();
        while let Some(number) = waiting.pop() {
            if let Some(target) = late.get(&number) {
                let names = [*function, *target].map(|it| plain(module, it));
                found.insert(format!("{} reaches {}", names[0], names[1]));
            } else if seen.insert(number) {
                waiting.extend(memory.words_at(number));
            }
        }
    }
    found.into_iter().collect()
}

/// The memory as it is at the start.
struct Memory {
    /// Where it is not zero throughout.
    spans: Vec<Range<usize>>,
    /// The words that are not zero, by their addresses.
    words: BTreeMap<u32, u32>,
    /// Every address in it that code or data names.
    named: HashSet<u32>,
    /// Those of them where something begins.
    beginnings: BTreeSet<u32>,
    /// Where the word is a slot.
    slots: HashSet<u32>,
}

/// Nothing that a pointer with a vtable leads to is larger.
const MOST_SIZE: u32 = 1 << 16;

impl Memory {
    fn of(module: &Module, is_slot: impl Fn(u32) -> bool) -> Self {
        let (mut words, mut spans) = (BTreeMap::new(), Vec::new());
        for segment in module.data.iter() {
            let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = segment.kind
            else {
                continue;
            };
            let start = start.cast_unsigned();
            spans.push(start as usize..start as usize + segment.value.len());
            let skipped = start.next_multiple_of(4) - start;
            let aligned = segment.value.get(skipped as usize..).unwrap_or_default();
            let (chunks, _) = aligned.as_chunks::<4>();
            let read = chunks.iter().map(|bytes| u32::from_le_bytes(*bytes));
            words.extend((start + skipped..).step_by(4).zip(read).filter(|(_, word)| *word != 0));
        }
        let is_inside = |number: &u32| spans.iter().any(|span| span.contains(&(*number as usize)));
        let functions = module.funcs.iter().map(walrus::Function::id);
        let in_code = functions.flat_map(|it| numbers(module, it).collect::<Vec<_>>());
        let named: HashSet<u32> =
            in_code.chain(words.values().copied()).filter(is_inside).collect();
        let slots = words.iter().filter(|(_, word)| is_slot(**word)).map(|(at, _)| *at).collect();
        let mut memory = Memory { spans, words, named, slots, beginnings: BTreeSet::new() };
        memory.beginnings = memory.named.iter().copied().filter(|it| memory.begins(*it)).collect();
        memory
    }

    /// Whether something begins at an address that is named. Any number may be one by chance, and to take too
    /// much for one thing costs bytes at most: nothing begins within what looks like a vtable (the slot of a
    /// drop or 0, size, alignment, methods), nor between two functions, unless a vtable does.
    fn begins(&self, at: u32) -> bool {
        let is_inside_header =
            self.is_vtable(at.wrapping_sub(4)) || self.is_vtable(at.wrapping_sub(8));
        let is_between = self.slots.contains(&at) && self.slots.contains(&at.wrapping_sub(4));
        at.is_multiple_of(4)
            && !self.is_vtable(at.wrapping_sub(12))
            && (self.is_vtable(at) || !is_inside_header && !is_between)
    }

    fn is_vtable(&self, at: u32) -> bool {
        let word =
            |offset: u32| self.words.get(&at.wrapping_add(offset)).copied().unwrap_or_default();
        self.spans.iter().any(|span| span.contains(&(at as usize)))
            && (word(0) == 0 || self.slots.contains(&at))
            && !self.slots.contains(&at.wrapping_add(4))
            && word(4) < MOST_SIZE
            && matches!(word(8), 1 | 2 | 4 | 8 | 16)
    }

    /// The words of what lies at an address that is named; none for any other number.
    fn words_at(&self, number: u32) -> impl Iterator<Item = u32> {
        let end = self.beginnings.range(number + 1..).next().copied().unwrap_or(u32::MAX);
        let start = if self.named.contains(&number) { number } else { end };
        self.words.range(start..end).map(|(_, word)| *word)
    }
}

/// The constants in the code of a function, the offsets of its loads and stores among them.
fn numbers(module: &Module, function: FunctionId) -> impl Iterator<Item = u32> {
    let mut numbers = Numbers::default();
    if let FunctionKind::Local(local) = &module.funcs.get(function).kind {
        dfs_in_order(&mut numbers, local, local.entry_block());
    }
    numbers.0.into_iter()
}

#[derive(Default)]
struct Numbers(HashSet<u32>);

impl Visitor<'_> for Numbers {
    fn visit_const(&mut self, instruction: &Const) {
        if let Value::I32(number) = instruction.value {
            self.0.insert(number.cast_unsigned());
        }
    }

    fn visit_load(&mut self, instruction: &Load) {
        self.0.extend(u32::try_from(instruction.arg.offset));
    }

    fn visit_store(&mut self, instruction: &Store) {
        self.0.extend(u32::try_from(instruction.arg.offset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::ir::Value;
    use walrus::{FunctionBuilder, MemoryId};

    const LATE: u32 = 7_002;

    fn is_slot(number: u32) -> bool {
        (7_001..7_005).contains(&number)
    }

    /// A module with one function of each half and these words from address 1024 on; the constants are
    /// those of the first half. Whether that reaches the late slot.
    fn reaches(constants: &[u32], words: &[u32]) -> bool {
        reaches_beside(constants, &[], words)
    }

    /// The same, with constants of the second half.
    fn reaches_beside(constants: &[u32], others: &[u32], words: &[u32]) -> bool {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        put(&mut module, memory, words);
        let early = function(&mut module, "early", constants);
        let second = function(&mut module, "late", others);
        let found = reached_late(
            &module,
            &HashSet::from([early]),
            &HashMap::from([(LATE, second)]),
            is_slot,
        );
        assert!(found.iter().all(|it| it == "early reaches late"), "{found:?}");
        !found.is_empty()
    }

    fn put(module: &mut Module, memory: MemoryId, words: &[u32]) {
        let offset = ConstExpr::Value(Value::I32(1024));
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        module.data.add(DataKind::Active { memory, offset }, bytes);
    }

    fn function(module: &mut Module, name: &str, constants: &[u32]) -> FunctionId {
        let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
        builder.name(name.to_owned());
        for number in constants {
            builder.func_body().i32_const(number.cast_signed()).drop();
        }
        builder.finish(vec![], &mut module.funcs)
    }

    #[test]
    fn a_constant_that_is_a_late_slot_is_its_pointer() {
        assert!(reaches(&[3, LATE], &[]));
        assert!(!reaches(&[3, LATE + 1], &[]));
    }

    #[test]
    fn what_only_the_second_half_points_to_is_not_there_from_the_start() {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        put(&mut module, memory, &[7_001, 7_002]);
        let pointed = function(&mut module, "pointed to by both", &[]);
        let other = function(&mut module, "pointed to by the second half", &[]);
        let further = function(&mut module, "pointed to by what is pointed to", &[7_001]);
        let late = function(&mut module, "late", &[1028]);
        let root = function(&mut module, "root", &[7_003, 7_004]);
        let slots = [(7_001, pointed), (7_002, other), (7_003, further), (7_004, late)].into();
        let called = |_| Vec::new();
        let early = early(&module, vec![root], &slots, |it| it == late, called);
        assert_eq!(early, HashSet::from([root, further, pointed]));
        let all = super::early(&module, vec![root], &slots, |_| false, called);
        assert!(all.contains(&late) && all.contains(&other));
    }

    #[test]
    fn what_lies_at_an_address_is_reached_and_so_on() {
        assert!(reaches(&[1024], &[0, 16, 4, LATE]), "as the last method of a vtable");
        assert!(reaches(&[1024], &[1, 1032, LATE, 1]), "through an address in the data");
        assert!(!reaches(&[1024], &[1, 2, 3]));
        assert!(!reaches(&[7], &[LATE]), "nothing leads there");
    }

    #[test]
    fn what_lies_at_an_address_ends_where_something_else_begins() {
        let words = [1, 2, LATE];
        assert!(reaches(&[1032], &words));
        assert!(reaches(&[1024], &words));
        assert!(!reaches_beside(&[1024], &[1032], &words), "of the second half alone");
    }

    #[test]
    fn a_number_that_is_an_address_by_chance_ends_no_vtable() {
        let vtable = [7_001, 40, 4, LATE, 7_003, LATE];
        for chance in 1025..1024 + 24 {
            assert!(reaches_beside(&[1024], &[chance], &vtable), "{chance}");
        }
        // The next vtable is another's.
        let two = [7_001, 40, 4, 7_003, LATE, 8, 4, LATE];
        assert!(!reaches_beside(&[1024], &[1040], &two));
    }
}
