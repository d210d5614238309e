//! Cuts a module in two that share one memory: what it starts with, and what comes later.
//!
//! Functions reached only through the table (flows, closures, function pointers) can come late: until
//! then their slots in the table hold a trap. Those of the `late` modules do, with everything that
//! nothing else calls or points to (`reachability.rs`). What the first half calls directly stays in it; what
//! it can reach of the `late` modules through the table, the one door aside, is an error. So a wrong list
//! costs bytes or does not build.
//!
//! The first half exports what the second uses; the second, once instantiated with those exports as
//! its only import `e`, writes its functions into the table.

use std::collections::HashSet;

use crate::names::{heaviest, is_of, plain};
use crate::reachability;
use walrus::ir::{Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind,
    GlobalKind, ImportKind, ImportedFunction, Module, ModuleConfig, TableId, passes,
};

/// Where to cut.
pub struct Cut<'a> {
    /// The modules that come late, as paths of Rust.
    pub late: &'a [&'a str],
    /// The function of the second half that the first may name.
    pub door: &'a str,
    /// How many bytes of the late modules the first half may call directly.
    pub most_called_bytes: usize,
}

/// The two halves, and what to say of them.
pub struct Halves {
    pub first: Vec<u8>,
    pub second: Vec<u8>,
    pub report: String,
}

/// The halves of `wasm`, which has the names of its functions; the halves do not. Fails where the first
/// half can reach what is not there yet, or holds too much of what it should not need.
pub fn cut(wasm: &[u8], cut: &Cut<'_>) -> Result<Halves, String> {
    let parse = || {
        let mut config = ModuleConfig::new();
        config.generate_name_section(false).generate_producers_section(false);
        config.parse(wasm).map_err(|error| format!("{error:?}"))
    };
    // An id means nothing in another module, but equal bytes make equal plans.
    let (mut first, mut second) = (parse()?, parse()?);
    let (for_first, for_second) = (Plan::of(&first, cut.late), Plan::of(&second, cut.late));
    let report = check(&first, &for_first, cut)?;
    keep_first(&mut first, &for_first);
    keep_second(&mut second, &for_second);
    Ok(Halves { first: first.emit_wasm(), second: second.emit_wasm(), report })
}

fn check(module: &Module, plan: &Plan, cut: &Cut<'_>) -> Result<String, String> {
    let door = |it: &&TableSlot| plain(module, it.function) != cut.door;
    let late =
        plan.late_slots().filter(door).map(|it| (it.index.cast_unsigned(), it.function)).collect();
    let slots: HashSet<u32> = plan.slots.iter().map(|it| it.index.cast_unsigned()).collect();
    let reached =
        reachability::reached_late(module, &plan.early, &late, |word| slots.contains(&word));
    if !reached.is_empty() {
        return Err(format!(
            "the first half can reach what is not there yet:\n  {}\nOnly {} may be named. Have it do this, or \
             take the module off the list of late ones.",
            reached.join("\n  "),
            cut.door
        ));
    }
    let early = plan.early.iter().copied();
    let called = heaviest(module, early.filter(|it| is_of(&plain(module, *it), cut.late)));
    let bytes: usize = called.iter().map(|it| it.0).sum();
    let all = called.iter().map(|(size, name)| format!("\n{size:>8}  {name}"));
    let list = format!(
        "{bytes} bytes of late modules are called by the first half:{}",
        all.collect::<String>()
    );
    let most = cut.most_called_bytes;
    if bytes > most {
        return Err(format!("{list}\nAt most {most} may be. Call them through {}.", cut.door));
    }
    Ok(format!("{list}\nAt most {most} may be."))
}

/// What goes where.
struct Plan {
    slots: Vec<TableSlot>,
    /// The functions of the first half.
    early: HashSet<FunctionId>,
    /// What the second half uses of the first, which exports it under the numbers of this list.
    used: Vec<ExportItem>,
}

impl Plan {
    fn of(module: &Module, late: &[&str]) -> Self {
        let slots = table_slots(module);
        let early = early(module, &slots, late);
        let used = used_by_late(module, &early);
        Plan { slots, early, used }
    }

    fn late_slots(&self) -> impl Iterator<Item = &TableSlot> {
        self.slots.iter().filter(|it| !self.early.contains(&it.function))
    }
}

/// A slot of the table, and the function in it.
struct TableSlot {
    table: TableId,
    index: i32,
    function: FunctionId,
}

fn table_slots(module: &Module) -> Vec<TableSlot> {
    let mut slots = Vec::new();
    for element in module.elements.iter() {
        let (ElementKind::Active { table, offset }, ElementItems::Functions(functions)) =
            (&element.kind, &element.items)
        else {
            continue;
        };
        let ConstExpr::Value(Value::I32(offset)) = offset else { continue };
        for (index, function) in (*offset..).zip(functions) {
            slots.push(TableSlot { table: *table, index, function: *function });
        }
    }
    slots
}

/// The functions of the first half.
fn early(module: &Module, slots: &[TableSlot], late: &[&str]) -> HashSet<FunctionId> {
    let is_late = |function: FunctionId| is_of(&plain(module, function), late);
    let mut roots: Vec<FunctionId> = module.exports.iter().filter_map(exported).collect();
    roots.extend(module.start);
    roots.extend(module.funcs.iter().filter(|it| is_import(&it.kind)).map(walrus::Function::id));
    let slots = slots.iter().map(|it| (it.index.cast_unsigned(), it.function)).collect();
    let called = |function| calls(module, function).functions;
    reachability::early(module, roots, &slots, is_late, called)
}

fn exported(export: &walrus::Export) -> Option<FunctionId> {
    if let ExportItem::Function(function) = export.item { Some(function) } else { None }
}

const fn is_import(kind: &FunctionKind) -> bool {
    matches!(kind, FunctionKind::Import(_))
}

#[derive(Default)]
struct Calls {
    functions: Vec<FunctionId>,
    items: Vec<ExportItem>,
}

impl Visitor<'_> for Calls {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.functions.push(*function);
    }

    fn visit_global_id(&mut self, global: &walrus::GlobalId) {
        self.items.push(ExportItem::Global(*global));
    }

    fn visit_memory_id(&mut self, memory: &walrus::MemoryId) {
        self.items.push(ExportItem::Memory(*memory));
    }

    fn visit_table_id(&mut self, table: &TableId) {
        self.items.push(ExportItem::Table(*table));
    }
}

fn calls(module: &Module, function: FunctionId) -> Calls {
    let mut calls = Calls::default();
    if let FunctionKind::Local(local) = &module.funcs.get(function).kind {
        dfs_in_order(&mut calls, local, local.entry_block());
    }
    calls
}

fn used_by_late(module: &Module, early: &HashSet<FunctionId>) -> Vec<ExportItem> {
    let mut used: Vec<ExportItem> =
        module.tables.iter().map(|it| ExportItem::Table(it.id())).collect();
    for function in module.funcs.iter().map(walrus::Function::id).filter(|it| !early.contains(it)) {
        let calls = calls(module, function);
        let functions = calls.functions.into_iter().filter(|it| early.contains(it));
        for item in functions.map(ExportItem::Function).chain(calls.items) {
            if !used.iter().any(|known| is_same(known, &item)) {
                used.push(item);
            }
        }
    }
    used
}

fn is_same(one: &ExportItem, other: &ExportItem) -> bool {
    match (one, other) {
        (ExportItem::Function(one), ExportItem::Function(other)) => one == other,
        (ExportItem::Global(one), ExportItem::Global(other)) => one == other,
        (ExportItem::Memory(one), ExportItem::Memory(other)) => one == other,
        (ExportItem::Table(one), ExportItem::Table(other)) => one == other,
        _ => false,
    }
}

/// The first half: late slots of the table trap, and what the second half uses is exported.
fn keep_first(module: &mut Module, plan: &Plan) {
    let mut trap = FunctionBuilder::new(&mut module.types, &[], &[]);
    trap.func_body().unreachable();
    let trap = trap.finish(vec![], &mut module.funcs);
    let late: HashSet<FunctionId> = plan.late_slots().map(|it| it.function).collect();
    for element in module.elements.iter_mut() {
        if let ElementItems::Functions(functions) = &mut element.items {
            for function in functions.iter_mut().filter(|it| late.contains(it)) {
                *function = trap;
            }
        }
    }
    for (number, item) in plan.used.iter().enumerate() {
        module.exports.add(&number.to_string(), *item);
    }
    passes::gc::run(module);
}

/// The second half: everything of the first is imported, and the late slots are written.
fn keep_second(module: &mut Module, plan: &Plan) {
    for id in module.exports.iter().map(walrus::Export::id).collect::<Vec<_>>() {
        module.exports.delete(id);
    }
    for id in module.elements.iter().map(walrus::Element::id).collect::<Vec<_>>() {
        module.elements.delete(id);
    }
    for id in module.data.iter().map(walrus::Data::id).collect::<Vec<_>>() {
        module.data.delete(id);
    }
    for id in module.customs.iter().map(|(id, _)| id).collect::<Vec<_>>() {
        module.customs.delete(id);
    }
    for memory in module.memories.iter_mut() {
        memory.data_segments.clear();
    }
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
    }
    module.start = None;
    for (number, item) in plan.used.iter().enumerate() {
        import(module, &number.to_string(), *item);
    }
    let late: Vec<&TableSlot> = plan.late_slots().collect();
    for run in late.chunk_by(|one, next| one.table == next.table && one.index + 1 == next.index) {
        let offset = ConstExpr::Value(Value::I32(run[0].index));
        let kind = ElementKind::Active { table: run[0].table, offset };
        let functions = run.iter().map(|slot| slot.function).collect();
        let element = module.elements.add(kind, ElementItems::Functions(functions));
        module.tables.get_mut(run[0].table).elem_segments.insert(element);
    }
    passes::gc::run(module);
}

/// Has an item come from the first half.
fn import(module: &mut Module, name: &str, item: ExportItem) {
    let kind: ImportKind = match item {
        ExportItem::Function(it) => it.into(),
        ExportItem::Table(it) => it.into(),
        ExportItem::Memory(it) => it.into(),
        ExportItem::Global(it) => it.into(),
        ExportItem::Tag(it) => it.into(),
    };
    let import = module.imports.add("e", name, kind);
    match item {
        ExportItem::Function(it) => {
            let function = module.funcs.get_mut(it);
            let ty = function.ty();
            function.kind = FunctionKind::Import(ImportedFunction { import, ty });
        }
        ExportItem::Table(it) => module.tables.get_mut(it).import = Some(import),
        ExportItem::Memory(it) => module.memories.get_mut(it).import = Some(import),
        ExportItem::Global(it) => module.globals.get_mut(it).kind = GlobalKind::Import(import),
        ExportItem::Tag(_) => {}
    }
}
