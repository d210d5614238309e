//! A reading as it is put together: how much of it there may be, what is said of what is left out, and which of its
//! rows stand beside the button once more.

use chains::evm::address::{Address, Strictness};
use chains::evm::lookalike::resemblance;
use chains::evm::message::{neutralised, readable};
use protocol::module::reading::{Reading, ReadingField, ReadingKind, ReadingText};
use protocol::module::reading_flag::{FlagKind, ReadingFlag, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};
use protocol::module::reading_step::{ReadingStep, StepAct};

use super::row;
use super::setting::Setting;

/// The most steps, and the most values of typed data.
pub(crate) const MOST_STEPS: usize = 200;
pub(crate) const MOST_FIELDS: usize = 200;
/// The most characters of a message, or bytes of one that is no text, and those of a value of typed data.
const MOST_LETTERS: usize = 16_384;
const MOST_BYTES: usize = 4_096;
pub(crate) const MOST_LETTERS_OF_FIELD: usize = 4_096;

/// Steps that only carry others, or prepare them.
const BESIDE: [StepAct; 9] = [
    StepAct::Many,
    StepAct::Execute,
    StepAct::DelegateExecute,
    StepAct::Budget,
    StepAct::Memo,
    StepAct::AdvanceNonce,
    StepAct::CreateTokenAccount,
    StepAct::InitializeTokenAccount,
    StepAct::SyncNative,
];
/// Steps that somebody gains by.
const GIVING: [StepAct; 5] =
    [StepAct::Pay, StepAct::Transfer, StepAct::Allow, StepAct::Permit, StepAct::AllowAll];
/// What of a step stands beside the button.
const BRIEF: [RowLabel; 9] = [
    RowLabel::To,
    RowLabel::Spender,
    RowLabel::Contract,
    RowLabel::Program,
    RowLabel::Token,
    RowLabel::Amount,
    RowLabel::TokenId,
    RowLabel::AmountOrTokenId,
    RowLabel::Value,
];
/// Whose address may be made to look like another one.
const PARTIES: [RowLabel; 6] = [
    RowLabel::To,
    RowLabel::Spender,
    RowLabel::Contract,
    RowLabel::Token,
    RowLabel::Who,
    RowLabel::Signer,
];

/// A reading as it is put together.
pub(crate) struct Draft(Reading);

impl Draft {
    pub(crate) fn new(kind: ReadingKind, setting: &Setting<'_>, account: String) -> Self {
        Draft(Reading::new(kind, setting.origin, account, setting.chain.clone()))
    }

    /// The reading, for what no verb of a draft does.
    pub(crate) fn reading(&mut self) -> &mut Reading {
        &mut self.0
    }

    pub(crate) fn rows(&mut self, rows: impl IntoIterator<Item = ReadingRow>) {
        self.0.rows.extend(rows);
    }

    /// One more step; its place, unless there is no room.
    pub(crate) fn step(&mut self, step: ReadingStep) -> Option<u32> {
        if self.0.steps.len() == MOST_STEPS {
            self.0.steps_left_out += 1;
            return None;
        }
        self.0.steps.push(step);
        u32::try_from(self.0.steps.len() - 1).ok()
    }

    /// A flag of the whole.
    pub(crate) fn flag(&mut self, kind: FlagKind, severity: Severity, rows: Vec<ReadingRow>) {
        self.flag_of(None, kind, severity, rows);
    }

    /// A flag of a step.
    pub(crate) fn flag_of(
        &mut self,
        step: Option<u32>,
        kind: FlagKind,
        severity: Severity,
        rows: Vec<ReadingRow>,
    ) {
        self.0.flags.push(ReadingFlag { kind, severity, step, rows });
    }

    /// The message that is signed; its text, where it is one.
    pub(crate) fn message<'a>(&mut self, message: &'a [u8]) -> Option<&'a str> {
        let Some(text) = readable(message) else {
            let shown = &message[..message.len().min(MOST_BYTES)];
            let text = chains::evm::hex::to_hex(shown);
            let left_out = count(message.len() - shown.len());
            self.0.text = Some(ReadingText { text, is_bytes: true, left_out });
            self.flag(FlagKind::NotText, Severity::Danger, Vec::new());
            return None;
        };
        let left_out = count(text.chars().count().saturating_sub(MOST_LETTERS));
        let shown = neutralised(text, MOST_LETTERS);
        self.0.text = Some(ReadingText { text: shown, is_bytes: false, left_out });
        if is_hiding(text) {
            self.flag(FlagKind::HiddenCharacters, Severity::Danger, Vec::new());
        }
        Some(text)
    }

    /// The values of typed data, and how many more there are.
    pub(crate) fn fields(&mut self, fields: Vec<ReadingField>, left_out: usize) {
        self.0.fields = fields;
        self.0.fields_left_out = count(left_out);
    }

    /// Flags those parties of the steps, and those of `others`, that look like an address that is known.
    pub(crate) fn look_alikes(&mut self, setting: &Setting<'_>, others: &[Address]) {
        let mut parties: Vec<(Option<u32>, Address)> = Vec::new();
        for (place, step) in (0..).zip(&self.0.steps) {
            let is_party =
                |it: &&ReadingRow| it.kind == RowKind::Address && PARTIES.contains(&it.label);
            for row in step.rows.iter().filter(is_party) {
                let address = Address::parse(&row.value, Strictness::Lenient);
                parties.extend(address.ok().map(|it| (Some(place), it)));
            }
        }
        parties.extend(others.iter().map(|it| (None, *it)));
        let mut told: Vec<Address> = Vec::new();
        for (step, party) in parties {
            if told.contains(&party) {
                continue;
            }
            told.push(party);
            if let Some(found) = resemblance(&party, &setting.known) {
                let rows = vec![
                    row::address(RowLabel::Account, &party),
                    row::address(RowLabel::LooksLike, &found.address),
                ];
                self.flag_of(step, FlagKind::LookAlike, Severity::Danger, rows);
            }
        }
    }

    /// The reading, whole.
    pub(crate) fn finished(mut self) -> Reading {
        let of_text = self.0.text.as_ref().map_or(0, |it| it.left_out);
        if of_text + self.0.steps_left_out + self.0.fields_left_out > 0 {
            self.flag(FlagKind::LeftOut, Severity::Danger, Vec::new());
        }
        let Draft(mut reading) = self;
        if reading.brief.is_empty() {
            reading.brief = brief(&reading.steps, reading.steps_left_out);
        }
        let mut flags = Vec::new();
        for severity in [Severity::Blocked, Severity::Danger, Severity::Notice] {
            flags.extend(reading.flags.iter().filter(|it| it.severity == severity).cloned());
        }
        Reading { flags, ..reading }
    }
}

/// Whether there is something in a text that is spelt out where it is shown.
pub(crate) fn is_hiding(text: &str) -> bool {
    neutralised(text, usize::MAX) != text.replace("\r\n", "\n")
}

/// Of the first step that somebody gains by, or else of the first that does something; and how many do, where it
/// is not the only one.
fn brief(steps: &[ReadingStep], left_out: u32) -> Vec<ReadingRow> {
    let acting = || steps.iter().filter(|it| !BESIDE.contains(&it.act));
    let giving = acting().find(|it| GIVING.contains(&it.act));
    let Some(step) = giving.or_else(|| acting().next()) else { return Vec::new() };
    let mut rows: Vec<ReadingRow> =
        step.rows.iter().filter(|it| BRIEF.contains(&it.label)).cloned().collect();
    let steps = acting().count() as u64 + u64::from(left_out);
    if steps > 1 {
        rows.push(row::number(RowLabel::Count, steps));
    }
    rows
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}
