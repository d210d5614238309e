//! Keys in files: one of 32 bytes for each purpose, for nobody's eyes but the server's.
//!
//! `<purpose>.key` is in use. `latchkit kms rotate` calls it `<purpose>.<n>.old` and puts a new one in its
//! place; the old ones open what they sealed. What hashes goes on with the oldest, or nothing would be found
//! again. A file that is not as it must be ends the start, which says what is wrong with it. Whoever meets what a key
//! sealed that came since reads the folder anew.

use super::{Done, Kms, KmsFault, Purpose};
use crate::problem::Problem;
use hmac::{Hmac, KeyInit, Mac};
use keys::envelope::{self, EnvelopeKey, Place};
use keys::secret::{SecretBytes, SecretVec};
use protocol::relay::base64;
use sha2::Sha256;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use zeroize::Zeroizing;

/// How long a key is.
const KEY_BYTES: usize = 32;
/// What anybody but the owner may do with a file: nothing.
const OTHERS: u32 = 0o077;
/// What they may not do with the folder.
const OTHERS_WRITE: u32 = 0o022;

/// Of each purpose, in the order of [`Purpose::ALL`], the newest first.
type Keys = Arc<Vec<Vec<EnvelopeKey>>>;

/// The keys of a folder.
pub struct LocalKms {
    folder: PathBuf,
    keys: RwLock<Keys>,
}

impl LocalKms {
    /// Reads the keys of a folder; there must be one for each purpose.
    pub fn load(folder: &Path) -> Result<Self, Problem> {
        let keys = RwLock::new(read_all(folder)?);
        Ok(LocalKms { folder: folder.to_owned(), keys })
    }

    /// The purposes for which a folder has no key in use.
    pub fn missing(folder: &Path) -> Vec<Purpose> {
        Purpose::ALL.into_iter().filter(|it| !in_use(folder, *it).exists()).collect()
    }

    /// Makes the folder, for its owner alone, and the keys that it lacks, and says which those are.
    pub fn create(folder: &Path) -> Result<Vec<Purpose>, Problem> {
        if !folder.is_dir() {
            let above = folder.parent().filter(|it| !it.as_os_str().is_empty());
            let made = above.map_or(Ok(()), fs::create_dir_all);
            let made = made.and_then(|()| DirBuilder::new().mode(0o700).create(folder));
            made.map_err(|error| unwritten(folder, &error))?;
        }
        refuse_open(folder)?;
        let missing = LocalKms::missing(folder);
        for purpose in &missing {
            if last_old(folder, *purpose) > 0 {
                return Err(Problem::new(format!(
                    "{} is missing, and older keys of its purpose are there. Put it back from your copy; \
                     a new one would open nothing that it sealed.",
                    in_use(folder, *purpose).display()
                )));
            }
            write_new(&in_use(folder, *purpose))?;
        }
        keep_names(folder)?;
        Ok(missing)
    }

    /// Puts a new key in the place of the one in use, which is kept as the newest of the old.
    pub fn rotate(folder: &Path, purpose: Purpose) -> Result<(), Problem> {
        let (used, fresh) =
            (in_use(folder, purpose), folder.join(purpose.name()).with_extension("new"));
        let kept = old(folder, purpose, last_old(folder, purpose) + 1);
        // Cut off between any two of these, even by a power cut, the key that was in use is there under one
        // name or both.
        let _ = fs::remove_file(&fresh);
        write_new(&fresh)?;
        fs::hard_link(&used, &kept).map_err(|error| unwritten(&kept, &error))?;
        keep_names(folder)?;
        fs::rename(&fresh, &used).map_err(|error| unwritten(&used, &error))?;
        keep_names(folder)
    }

    fn keys(&self) -> Keys {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The keys, after they were replaced while this process runs. They are a few small files.
    fn keys_anew(&self) -> Option<Keys> {
        let read = read_all(&self.folder);
        let keys = read.inspect_err(|problem| tracing::error!(%problem, "keys are not read anew"));
        let keys = keys.ok()?;
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys.clone();
        Some(keys)
    }

    fn opened(&self, purpose: Purpose, context: &str, sealed: &str) -> Result<Opened, KmsFault> {
        let sealed = base64::decode(sealed).ok_or(KmsFault::Unreadable)?;
        let id = envelope::key_id(&sealed).map_err(|_| KmsFault::Unreadable)?;
        let place_of = |keys: &Keys| keys[purpose as usize].iter().position(|it| it.id() == id);
        let (mut keys, mut at) = (self.keys(), None);
        if let Some(found) = place_of(&keys) {
            at = Some(found);
        } else if let Some(anew) = self.keys_anew() {
            (keys, at) = (anew.clone(), place_of(&anew));
        }
        let at = at.ok_or(KmsFault::KeyMissing(id))?;
        let opened = envelope::open(&keys[purpose as usize][at], &place(purpose, context), &sealed);
        Ok(Opened { plain: opened.map_err(|_| KmsFault::Unreadable)?, is_newest: at == 0 })
    }

    fn sealed(&self, purpose: Purpose, context: &str, plain: &[u8]) -> String {
        let key = &self.keys()[purpose as usize][0];
        base64::encode(&envelope::seal(key, &place(purpose, context), plain, &mut fill))
    }
}

/// What was sealed.
struct Opened {
    plain: SecretVec,
    /// Whether the newest key sealed it.
    is_newest: bool,
}

impl Kms for LocalKms {
    fn wrap<'a>(&'a self, purpose: Purpose, context: &'a str, plain: &'a [u8]) -> Done<'a, String> {
        Box::pin(async move { Ok(self.sealed(purpose, context, plain)) })
    }

    fn unwrap<'a>(
        &'a self,
        purpose: Purpose,
        context: &'a str,
        sealed: &'a str,
    ) -> Done<'a, SecretVec> {
        Box::pin(async move { Ok(self.opened(purpose, context, sealed)?.plain) })
    }

    fn rewrap<'a>(
        &'a self,
        purpose: Purpose,
        context: &'a str,
        sealed: &'a str,
    ) -> Done<'a, Option<String>> {
        Box::pin(async move {
            let Opened { plain, is_newest } = self.opened(purpose, context, sealed)?;
            Ok((!is_newest).then(|| self.sealed(purpose, context, plain.bytes())))
        })
    }

    fn mac<'a>(&'a self, purpose: Purpose, bytes: &'a [u8]) -> Done<'a, [u8; 32]> {
        Box::pin(async move {
            let keys = self.keys();
            Ok(hash(keys[purpose as usize].last().expect("there is one of each"), bytes))
        })
    }

    fn macs<'a>(&'a self, purpose: Purpose, bytes: &'a [u8]) -> Done<'a, Vec<[u8; 32]>> {
        Box::pin(async move {
            Ok(self.keys()[purpose as usize].iter().map(|key| hash(key, bytes)).collect())
        })
    }
}

fn hash(key: &EnvelopeKey, bytes: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("of any length");
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

/// What is sealed for one purpose and row is opened for no other.
fn place(purpose: Purpose, context: &str) -> Place<'_> {
    Place {
        table: "kms",
        column: purpose.name(),
        row: context.as_bytes(),
        wallet: &[0; 16],
        schema: 1,
    }
}

fn read_all(folder: &Path) -> Result<Keys, Problem> {
    refuse_open(folder)?;
    let of = |purpose: &Purpose| {
        let mut keys = vec![read(&in_use(folder, *purpose))?];
        require_all(folder, *purpose)?;
        for number in (1..=last_old(folder, *purpose)).rev() {
            keys.push(read(&old(folder, *purpose, number))?);
        }
        Ok(keys)
    };
    let keys: Vec<Vec<EnvelopeKey>> =
        Purpose::ALL.iter().map(of).collect::<Result<_, Problem>>()?;
    refuse_shared(folder, &keys)?;
    Ok(Arc::new(keys))
}

/// Whoever may write in the folder puts a key of theirs there, or takes one away. A folder that is not there lacks
/// keys, which says more.
fn refuse_open(folder: &Path) -> Result<(), Problem> {
    let is_open = fs::metadata(folder).is_ok_and(|it| it.mode() & OTHERS_WRITE != 0);
    if !is_open {
        return Ok(());
    }
    let place = folder.display();
    Err(Problem::new(format!(
        "Others may write in the folder of the keys {place}, and so put keys of theirs there or take yours away. \
         `chmod 700` it, and see whether all in it are yours."
    )))
}

/// What was made for one purpose would be of use for another. One purpose may have a key twice: a rotation that was
/// cut off leaves that.
fn refuse_shared(folder: &Path, keys: &[Vec<EnvelopeKey>]) -> Result<(), Problem> {
    let ids = |of: Purpose| keys[of as usize].iter().map(EnvelopeKey::id);
    for (one, place) in Purpose::ALL.into_iter().zip(1..) {
        for other in &Purpose::ALL[place..] {
            if ids(one).any(|it| ids(*other).any(|its| it == its)) {
                let (one, other) = (in_use(folder, one), other.name());
                return Err(Problem::new(format!(
                    "The key file {}, or an older one of it, is the same as one of {other}. Each purpose has a key \
                     of its own; put them back from your copy.",
                    one.display()
                )));
            }
        }
    }
    Ok(())
}

fn in_use(folder: &Path, purpose: Purpose) -> PathBuf {
    folder.join(format!("{}.key", purpose.name()))
}

/// The oldest is number 1.
fn old(folder: &Path, purpose: Purpose, number: u32) -> PathBuf {
    folder.join(format!("{}.{number}.old", purpose.name()))
}

/// None of the old ones is missing: they are numbered, and what one of them sealed no other opens.
fn require_all(folder: &Path, purpose: Purpose) -> Result<(), Problem> {
    let last = last_old(folder, purpose);
    let beginning = format!("{}.", purpose.name());
    let files = fs::read_dir(folder).map_err(|error| unwritten(folder, &error))?;
    let is_old = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&beginning) && path.extension().is_some_and(|it| it == "old")
    };
    let paths = files.filter_map(|it| Some(it.ok()?.path()));
    if paths.filter(is_old).count() == last as usize {
        return Ok(());
    }
    Err(Problem::new(format!(
        "{} is missing, and later ones are there. Put it back from your copy; nothing else opens what it \
         sealed.",
        old(folder, purpose, last + 1).display()
    )))
}

/// The number of the newest one that is no longer in use; 0 where there is none.
fn last_old(folder: &Path, purpose: Purpose) -> u32 {
    let gap = |number: &u32| !old(folder, purpose, *number).exists();
    (1..u32::MAX).find(gap).expect("no folder has so many") - 1
}

fn read(path: &Path) -> Result<EnvelopeKey, Problem> {
    let refuse = |why: &str| Problem::new(format!("The key file {} {why}", path.display()));
    let about = fs::metadata(path).map_err(|error| {
        refuse(&format!(
            "cannot be read ({error}). `latchkit kms create` makes those that are missing; one that was \
             there before comes from your copy."
        ))
    })?;
    if about.mode() & OTHERS != 0 {
        return Err(refuse(
            "can be read or changed by others. `chmod 600` it, and think of who may have read it.",
        ));
    }
    let read = fs::read(path).map(Zeroizing::new);
    let read = read.map_err(|error| refuse(&format!("cannot be read ({error}).")))?;
    let bytes: &[u8; KEY_BYTES] = read.as_slice().try_into().map_err(|_| {
        let length = read.len();
        refuse(&format!("has {length} bytes. A key has {KEY_BYTES}; put it back from your copy."))
    })?;
    if bytes.iter().all(|byte| *byte == bytes[0]) {
        return Err(refuse("is no random key: all its bytes are the same."));
    }
    Ok(EnvelopeKey::new(SecretBytes::copied(bytes)))
}

/// What files of a folder are called is on the disk.
fn keep_names(folder: &Path) -> Result<(), Problem> {
    let kept = fs::File::open(folder).and_then(|it| it.sync_all());
    kept.map_err(|error| unwritten(folder, &error))
}

fn write_new(path: &Path) -> Result<(), Problem> {
    let mut bytes = Zeroizing::new([0; KEY_BYTES]);
    fill(&mut *bytes);
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let written = file.and_then(|mut file| {
        file.write_all(&*bytes)?;
        file.sync_all()
    });
    written.map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(format!("{} cannot be written ({error}).", path.display()))
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system gives random bytes");
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::os::unix::fs::PermissionsExt;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("latchkit-kms-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn loaded(folder: &Path) -> Result<LocalKms, String> {
        LocalKms::load(folder).map_err(|problem| problem.to_string())
    }

    fn now<T>(done: Done<'_, T>) -> Result<T, KmsFault> {
        done.now_or_never().expect("files are read already")
    }

    #[test]
    fn what_was_sealed_before_a_rotation_is_opened_after_it() {
        let folder = folder("rotation");
        assert_eq!(LocalKms::create(&folder).expect("made").len(), Purpose::ALL.len());
        assert!(LocalKms::create(&folder).expect("there").is_empty());
        let before = loaded(&folder).expect("fit");
        let sealed = now(before.wrap(Purpose::AuthShare, "w1", b"share")).expect("sealed");
        let tag = now(before.mac(Purpose::AuthShare, b"a")).expect("a tag");

        for _ in 0..2 {
            LocalKms::rotate(&folder, Purpose::AuthShare).expect("rotated");
        }
        let after = loaded(&folder).expect("fit");
        let opened = now(after.unwrap(Purpose::AuthShare, "w1", &sealed)).expect("opened");
        assert_eq!(opened.bytes(), b"share");
        assert_eq!(now(after.mac(Purpose::AuthShare, b"a")).expect("a tag"), tag);
        fs::remove_file(old(&folder, Purpose::AuthShare, 1)).expect("gone");
        let refused = loaded(&folder).err().expect("refused");
        assert!(refused.contains("auth-share.1.old is missing"), "{refused}");
        let fresh = now(after.wrap(Purpose::AuthShare, "w1", b"share")).expect("sealed");
        assert!(matches!(
            now(before.unwrap(Purpose::AuthShare, "w1", &fresh)),
            Err(KmsFault::KeyMissing(_))
        ));
        fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn a_folder_that_others_may_write_in_is_refused() {
        let folder = folder("open");
        LocalKms::create(&folder).expect("made");
        let mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode));
        assert_eq!(fs::metadata(&folder).expect("there").mode() & 0o777, 0o700);
        for open in [0o777, 0o720, 0o702, 0o1777] {
            mode(open).expect("set");
            let refused = loaded(&folder).err().expect("refused");
            assert!(refused.contains("`chmod 700` it"), "{refused}");
            assert!(LocalKms::create(&folder).is_err());
        }
        for shut in [0o700, 0o755] {
            mode(shut).expect("set");
            loaded(&folder).expect("fit");
        }
        fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn a_rotation_that_was_cut_off_keeps_no_server_from_starting() {
        let folder = folder("cut");
        LocalKms::create(&folder).expect("made");
        let used = in_use(&folder, Purpose::AuthShare);
        fs::hard_link(used, old(&folder, Purpose::AuthShare, 1)).expect("a name");
        loaded(&folder).expect("fit");
        LocalKms::rotate(&folder, Purpose::AuthShare).expect("rotated");
        loaded(&folder).expect("fit");
        fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn nothing_is_opened_for_another_purpose_or_row() {
        let folder = folder("places");
        LocalKms::create(&folder).expect("made");
        // With the same key, so that only the place tells them apart.
        let same = |_| vec![EnvelopeKey::new(SecretBytes::copied(&[7; KEY_BYTES]))];
        let keys = RwLock::new(Arc::new(Purpose::ALL.map(same).into()));
        let kms = LocalKms { folder: folder.clone(), keys };
        let sealed = now(kms.wrap(Purpose::AuthShare, "w1", b"share")).expect("sealed");
        for (purpose, context) in [(Purpose::RecoveryAuto, "w1"), (Purpose::AuthShare, "w2")] {
            let opened = now(kms.unwrap(purpose, context, &sealed));
            assert!(matches!(opened, Err(KmsFault::Unreadable)), "{context}");
        }
        for hostile in ["", "!", "AAAA", &sealed[..40]] {
            assert!(now(kms.unwrap(Purpose::AuthShare, "w1", hostile)).is_err(), "{hostile}");
        }
        fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn a_file_that_is_not_as_it_must_be_ends_the_start() {
        let folder = folder("faults");
        LocalKms::create(&folder).expect("made");
        let file = in_use(&folder, Purpose::OtpPepper);
        let of_length = |length: u8| (0..length).collect::<Vec<u8>>();
        for (bytes, mode, told) in [
            (of_length(31), 0o600, "has 31 bytes. A key has 32"),
            (of_length(33), 0o600, "has 33 bytes. A key has 32"),
            (vec![], 0o600, "has 0 bytes"),
            (vec![0; 32], 0o600, "all its bytes are the same"),
            (of_length(32), 0o644, "can be read or changed by others. `chmod 600`"),
            (of_length(32), 0o620, "can be read or changed by others"),
        ] {
            fs::write(&file, &bytes).expect("written");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
            let refused = loaded(&folder).err().expect("refused");
            assert!(refused.contains(told) && refused.contains("otp-pepper.key"), "{refused}");
        }
        for twin in [Purpose::SessionHash, Purpose::AuthShare] {
            fs::copy(in_use(&folder, twin), &file).expect("copied");
            let refused = loaded(&folder).err().expect("refused");
            assert!(refused.contains("Each purpose has a key of its own"), "{refused}");
        }
        fs::remove_file(&file).expect("gone");
        let refused = loaded(&folder).err().expect("refused");
        assert!(refused.contains("`latchkit kms create`"), "{refused}");
        // One that was in use is not made anew beside those that it replaced.
        fs::write(old(&folder, Purpose::OtpPepper, 1), of_length(32)).expect("written");
        let refused = LocalKms::create(&folder).expect_err("refused").to_string();
        assert!(refused.contains("Put it back from your copy"), "{refused}");
        fs::remove_dir_all(folder).expect("gone");
    }
}
