//! What a message that signs in says, and in what it is not for who asks.
//!
//! A sign-in to another site, by another scheme or of another account cannot be approved: whoever asks would be let
//! in where they have no business. Nor can what plays one and cannot be read. What is late, early or of another
//! chain is of no use to a careful site, and told.

use chains::evm::siwe::{self, Asking, Mismatch};
use chains::solana::sign_in::{self, SignInFault};
use protocol::module::reading::ReadingKind;
use protocol::module::reading_flag::{FlagKind, Severity};
use protocol::module::reading_row::{ReadingRow, RowKind, RowLabel};

use super::draft::Draft;
use super::row;
use super::setting::Setting;
use crate::outcome::Outcome;

/// Looks at a message of eip155.
pub(crate) fn of_evm(
    draft: &mut Draft,
    message: &[u8],
    text: Option<&str>,
    setting: &Setting<'_>,
) -> Outcome<()> {
    if !siwe::is_meant(message) {
        return Ok(());
    }
    draft.reading().kind = ReadingKind::SignIn;
    let Some(Ok(sign_in)) = text.map(siwe::SignIn::parse) else {
        draft.flag(FlagKind::SignInUnreadable, Severity::Blocked, Vec::new());
        return Ok(());
    };
    let asking = Asking {
        origin: setting.origin,
        account: &setting.evm,
        chain: setting.chain_number()?,
        now_ms: setting.now_ms(),
    };
    for mismatch in sign_in.mismatches(&asking) {
        let flag = match mismatch {
            Mismatch::Domain => FlagKind::SignInElsewhere,
            Mismatch::Scheme => FlagKind::SignInScheme,
            Mismatch::Account => FlagKind::SignInAccount,
            Mismatch::Chain => FlagKind::SignInChain,
            Mismatch::Expired => FlagKind::SignInExpired,
            Mismatch::NotYetValid => FlagKind::SignInTooEarly,
        };
        put_flag(draft, flag);
    }
    put_site(draft, sign_in.scheme.as_deref(), &sign_in.domain);
    draft.rows([row::address(RowLabel::Account, &sign_in.account)]);
    draft.rows(texts(RowLabel::Statement, sign_in.statement.as_deref()));
    let chain = sign_in.chain.to_reference();
    draft.rows([
        row::text(RowLabel::Uri, &sign_in.uri),
        row::row(RowLabel::Chain, RowKind::Chain, chain),
        row::text(RowLabel::Nonce, &sign_in.nonce),
    ]);
    put_times(draft, Some(sign_in.issued_ms), sign_in.expires_ms, sign_in.not_before_ms);
    draft.rows(texts(RowLabel::RequestId, sign_in.request_id.as_deref()));
    draft.rows(sign_in.resources.iter().map(|it| row::text(RowLabel::Resource, it)));
    Ok(())
}

/// Looks at a message of Solana.
pub(crate) fn of_solana(
    draft: &mut Draft,
    message: &[u8],
    text: Option<&str>,
    setting: &Setting<'_>,
) {
    let read = text.map_or(Ok(None), sign_in::SignIn::read);
    if read == Ok(None) && !siwe::is_meant(message) {
        return;
    }
    draft.reading().kind = ReadingKind::SignIn;
    let Ok(Some(sign_in)) = read else {
        draft.flag(FlagKind::SignInUnreadable, Severity::Blocked, Vec::new());
        return;
    };
    let (scheme, domain) = setting.site();
    let asking = sign_in::Setting {
        domain,
        address: &setting.solana,
        chain: &setting.chain.reference,
        now_ms: setting.now_ms(),
    };
    if sign_in.scheme.is_some_and(|it| !it.eq_ignore_ascii_case(scheme)) {
        put_flag(draft, FlagKind::SignInScheme);
    }
    for fault in sign_in.faults(&asking) {
        let flag = match fault {
            SignInFault::OtherDomain => FlagKind::SignInElsewhere,
            SignInFault::OtherAddress => FlagKind::SignInAccount,
            SignInFault::OtherChain => FlagKind::SignInChain,
            SignInFault::Expired => FlagKind::SignInExpired,
            SignInFault::TooEarly => FlagKind::SignInTooEarly,
        };
        put_flag(draft, flag);
    }
    put_site(draft, sign_in.scheme, sign_in.domain);
    draft.rows([row::key(RowLabel::Account, &sign_in.address)]);
    draft.rows(texts(RowLabel::Statement, sign_in.statement));
    draft.rows(texts(RowLabel::Uri, sign_in.uri));
    draft.rows(texts(RowLabel::Chain, sign_in.chain_id));
    draft.rows(texts(RowLabel::Nonce, sign_in.nonce));
    put_times(draft, sign_in.issued_at_ms, sign_in.expires_at_ms, sign_in.not_before_ms);
    draft.rows(texts(RowLabel::RequestId, sign_in.request_id));
    draft.rows(sign_in.resources.iter().map(|it| row::text(RowLabel::Resource, it)));
}

fn put_flag(draft: &mut Draft, kind: FlagKind) {
    let severity = match kind {
        FlagKind::SignInElsewhere | FlagKind::SignInScheme | FlagKind::SignInAccount => {
            Severity::Blocked
        }
        _ => Severity::Danger,
    };
    draft.flag(kind, severity, Vec::new());
}

fn put_site(draft: &mut Draft, scheme: Option<&str>, domain: &str) {
    let site = row::text(RowLabel::Site, domain);
    draft.reading().brief = vec![site.clone()];
    draft.rows([site]);
    draft.rows(texts(RowLabel::Scheme, scheme));
}

fn put_times(
    draft: &mut Draft,
    issued: Option<i64>,
    expires: Option<i64>,
    not_before: Option<i64>,
) {
    let times = [
        (RowLabel::IssuedAt, issued),
        (RowLabel::Until, expires),
        (RowLabel::NotBefore, not_before),
    ];
    draft.rows(times.into_iter().filter_map(|(label, at)| at.map(|at| row::moment(label, at))));
}

fn texts(label: RowLabel, text: Option<&str>) -> Option<ReadingRow> {
    text.map(|it| row::text(label, it))
}
