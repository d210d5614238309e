//! Static files: found in a folder or inside the binary, compressed once, answered with their type,
//! a tag and the time they may be kept.
//!
//! [`Files::answer`] is what routes call. A file of a folder is read again when its time or length
//! changed, so that a page under development is served as it is. Paths come from requests and are
//! checked in [`is_plain`] and again after symbolic links are resolved.

use crate::cache_control::CacheControl;
use crate::config::Config;
use crate::problem::Problem;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use tokio::sync::OnceCell;

#[cfg(feature = "embed")]
static PACKAGE: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../web/modal/dist");
#[cfg(feature = "embed")]
static FRAME: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../web/vault/dist");

/// The page among those of the vault's frame.
pub(crate) const FRAME_PAGE: &str = "frame.html";
/// How many files are kept in memory. Where a disk takes small letters for capitals, each way to write
/// a name is one.
const MOST_FILES: usize = 1_000;

/// The files of one place.
pub(crate) struct Files {
    source: Source,
    read: Mutex<HashMap<String, Arc<File>>>,
}

enum Source {
    Folder(PathBuf),
    Embedded(Embedded),
    Memory(HashMap<String, Bytes>),
}

/// What is inside the binary, where it was built with the feature `embed`.
#[derive(Clone, Copy)]
pub(crate) enum Embedded {
    /// The package of the modal.
    Package,
    /// The page of the vault's frame.
    Frame,
}

/// When a file changed last, and its length.
type Stamp = (SystemTime, u64);

/// A file that was read, and its compressed forms once they were asked for.
struct File {
    bytes: Bytes,
    tag: String,
    media: &'static str,
    stamp: Option<Stamp>,
    compressed: [OnceCell<Bytes>; 2],
}

#[derive(Clone, Copy)]
enum ContentEncoding {
    Brotli,
    Gzip,
}

impl Files {
    /// The package as it is configured.
    pub(crate) fn of_package(config: &Config) -> Result<Self, Problem> {
        match &config.assets {
            Some(folder) => Files::in_folder(folder, "assets"),
            None => Ok(Files::embedded(Embedded::Package)),
        }
    }

    /// The page of the vault's frame as it is configured.
    pub(crate) fn of_frame(config: &Config) -> Result<Self, Problem> {
        match &config.vault.frame {
            Some(folder) => Files::in_folder(folder, "vault.frame"),
            None => Ok(Files::embedded(Embedded::Frame)),
        }
    }

    /// The files of a folder. `key` is what names it in the configuration or on the command line.
    pub(crate) fn in_folder(folder: &Path, key: &str) -> Result<Self, Problem> {
        let is_there = folder.is_dir();
        let folder = is_there.then(|| folder.canonicalize().ok()).flatten().ok_or_else(|| {
            let folder = folder.display();
            Problem::new(format!(
                "The folder {folder} is not there. Build it with `cargo xtask web`, or name another \
                 with {key}."
            ))
        })?;
        Ok(Files { source: Source::Folder(folder), read: Mutex::default() })
    }

    /// The files inside the binary; none where it was built without the feature `embed`.
    pub(crate) fn embedded(which: Embedded) -> Self {
        Files { source: Source::Embedded(which), read: Mutex::default() }
    }

    /// Files that were read before.
    pub(crate) fn in_memory(files: HashMap<String, Bytes>) -> Self {
        Files { source: Source::Memory(files), read: Mutex::default() }
    }

    /// Whether the files are part of the program or in memory, and so never change.
    pub(crate) fn is_fixed(&self) -> bool {
        !matches!(self.source, Source::Folder(_))
    }

    /// Every file that may be served, by its path and in the order of those.
    pub(crate) fn all(&self) -> std::io::Result<Vec<(String, Bytes)>> {
        let mut files = match &self.source {
            Source::Folder(folder) => in_all_folders(folder, "")?,
            Source::Embedded(which) => embedded_files(*which),
            Source::Memory(files) => files.clone().into_iter().collect(),
        };
        files.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(files)
    }

    /// The answer to a request for a path (relative, with `/`), in the best form that the client
    /// takes; nothing where there is no such file.
    pub(crate) async fn answer(
        &self,
        path: &str,
        headers: &HeaderMap,
        cache_control: CacheControl,
    ) -> Option<Response> {
        let file = self.find(path).await?;
        let tag = HeaderValue::from_str(&file.tag).expect("a tag is ASCII");
        let caching = [
            (CACHE_CONTROL, HeaderValue::from_static(cache_control.value())),
            (ETAG, tag),
            (VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if is_known(headers, IF_NONE_MATCH, &file.tag) {
            return Some((StatusCode::NOT_MODIFIED, caching).into_response());
        }
        let typed = [
            (CONTENT_TYPE, HeaderValue::from_static(file.media)),
            (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        ];
        let encoding = accepted_encoding(headers).filter(|_| is_worth_compressing(&file));
        Some(match encoding {
            Some(encoding) => {
                let encoded = [(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()))];
                (caching, typed, encoded, file.compressed(encoding).await).into_response()
            }
            None => (caching, typed, file.bytes.clone()).into_response(),
        })
    }

    /// The text of a file; nothing where there is no such file, or it is no text.
    pub(crate) async fn text(&self, path: &str) -> Option<String> {
        let file = self.find(path).await?;
        std::str::from_utf8(&file.bytes).ok().map(str::to_owned)
    }

    async fn find(&self, path: &str) -> Option<Arc<File>> {
        if !is_plain(path) {
            return None;
        }
        match &self.source {
            Source::Embedded(which) => {
                let file = self.read_before(path, None);
                file.or_else(|| Some(self.insert_file(path, None, embedded(*which, path)?)))
            }
            Source::Memory(files) => {
                let file = self.read_before(path, None);
                file.or_else(|| Some(self.insert_file(path, None, files.get(path)?.clone())))
            }
            Source::Folder(folder) => {
                let Some((real, stamp)) = look_up(folder.clone(), folder.join(path)).await else {
                    self.all_read().remove(path);
                    return None;
                };
                if let Some(file) = self.read_before(path, Some(stamp)) {
                    return Some(file);
                }
                let bytes = tokio::fs::read(real).await.ok()?;
                self.forget_gone(folder.clone()).await;
                Some(self.insert_file(path, Some(stamp), Bytes::from(bytes)))
            }
        }
    }

    /// Lets go of files that are no longer there: a build gives them other names.
    async fn forget_gone(&self, folder: PathBuf) {
        let paths: Vec<String> = self.all_read().keys().cloned().collect();
        let look = move || paths.into_iter().filter(|path| !folder.join(path).is_file()).collect();
        let gone: Vec<String> = tokio::task::spawn_blocking(look).await.unwrap_or_default();
        let mut all = self.all_read();
        for path in gone {
            all.remove(&path);
        }
    }

    fn all_read(&self) -> MutexGuard<'_, HashMap<String, Arc<File>>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_before(&self, path: &str, stamp: Option<Stamp>) -> Option<Arc<File>> {
        let all = self.all_read();
        all.get(path).filter(|file| file.stamp == stamp).cloned()
    }

    fn insert_file(&self, path: &str, stamp: Option<Stamp>, bytes: Bytes) -> Arc<File> {
        let (tag, media) = (tag(&bytes), media_type(path));
        let file = Arc::new(File { bytes, tag, media, stamp, compressed: Default::default() });
        let mut all = self.all_read();
        if all.len() >= MOST_FILES {
            all.clear();
        }
        all.insert(path.to_owned(), file.clone());
        file
    }
}

/// Finds a file, and refuses what symbolic links lead out of the folder.
async fn look_up(folder: PathBuf, wanted: PathBuf) -> Option<(PathBuf, Stamp)> {
    let look = move || {
        let real = wanted.canonicalize().ok().filter(|it| it.starts_with(folder))?;
        let about = real.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some((real, (about.modified().ok()?, about.len())))
    };
    tokio::task::spawn_blocking(look).await.ok()?
}

/// The files of a folder and of those in it; links and hidden files are none.
fn in_all_folders(folder: &Path, before: &str) -> std::io::Result<Vec<(String, Bytes)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|it| is_plain(it)) else { continue };
        let (path, kind) = (format!("{before}{name}"), entry.file_type()?);
        if kind.is_dir() {
            files.extend(in_all_folders(&entry.path(), &format!("{path}/"))?);
        } else if kind.is_file() {
            files.push((path, std::fs::read(entry.path())?.into()));
        }
    }
    Ok(files)
}

#[cfg(feature = "embed")]
fn folder_of(which: Embedded) -> &'static include_dir::Dir<'static> {
    match which {
        Embedded::Package => &PACKAGE,
        Embedded::Frame => &FRAME,
    }
}

#[cfg(feature = "embed")]
fn embedded_files(which: Embedded) -> Vec<(String, Bytes)> {
    fn files(folder: &'static include_dir::Dir<'static>) -> Vec<(String, Bytes)> {
        let own = folder.files().filter_map(|it| {
            Some((it.path().to_str()?.to_owned(), Bytes::from_static(it.contents())))
        });
        own.chain(folder.dirs().flat_map(files)).collect()
    }
    files(folder_of(which))
}

#[cfg(not(feature = "embed"))]
fn embedded_files(_: Embedded) -> Vec<(String, Bytes)> {
    Vec::new()
}

#[cfg(feature = "embed")]
fn embedded(which: Embedded, path: &str) -> Option<Bytes> {
    folder_of(which).get_file(path).map(|file| Bytes::from_static(file.contents()))
}

#[cfg(not(feature = "embed"))]
fn embedded(_: Embedded, _: &str) -> Option<Bytes> {
    None
}

impl File {
    async fn compressed(&self, encoding: ContentEncoding) -> Bytes {
        let compress = async || {
            let bytes = self.bytes.clone();
            let done = tokio::task::spawn_blocking(move || encoding.compress(&bytes));
            done.await.expect("writing to memory does not fail")
        };
        self.compressed[encoding as usize].get_or_init(compress).await.clone()
    }
}

impl ContentEncoding {
    fn name(self) -> &'static str {
        match self {
            ContentEncoding::Brotli => "br",
            ContentEncoding::Gzip => "gzip",
        }
    }

    fn compress(self, bytes: &[u8]) -> Bytes {
        let mut out = Vec::with_capacity(bytes.len() / 2);
        let done = match self {
            ContentEncoding::Brotli => {
                brotli::CompressorWriter::new(&mut out, 64 * 1024, 11, 22).write_all(bytes)
            }
            ContentEncoding::Gzip => {
                let mut writer =
                    flate2::write::GzEncoder::new(&mut out, flate2::Compression::best());
                writer.write_all(bytes).and_then(|()| writer.try_finish())
            }
        };
        done.expect("writing to memory does not fail");
        Bytes::from(out)
    }
}

/// A tag of this content. Weak, because the compressed forms share it.
pub(crate) fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("W/\"{:016x}{:x}\"", hasher.finish(), content.len())
}

/// Whether the client has the content of this tag already.
pub(crate) fn is_known(headers: &HeaderMap, name: HeaderName, tag: &str) -> bool {
    let sent = headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or_default();
    sent.split(',').any(|it| it.trim() == tag)
}

/// Whether a path stays inside: names only, none of them hidden.
pub(crate) fn is_plain(path: &str) -> bool {
    path.split('/')
        .all(|name| !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '\0']))
}

/// How long a file may be kept: for good where its name holds a hash.
pub(crate) fn cache_control_of(path: &str) -> CacheControl {
    if is_hashed(path) { CacheControl::Immutable } else { CacheControl::NoCache }
}

/// Whether a file's name ends with a hash as bundlers write it: a dash, then eight letters or more
/// with a digit among them. A hash without a digit is taken for a word, which costs one question.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let end = stem.split_once('-').map_or("", |(_, end)| end).as_bytes();
    let hash = &end[end.len().saturating_sub(8)..];
    let is_of_letters = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-');
    hash.len() == 8 && hash.iter().all(is_of_letters) && hash.iter().any(u8::is_ascii_digit)
}

fn is_worth_compressing(file: &File) -> bool {
    let is_text = file.media.starts_with("text/") || file.media.contains("charset");
    let is_packed = !is_text && !matches!(file.media, "application/wasm" | "image/svg+xml");
    !is_packed && file.bytes.len() > 512
}

fn accepted_encoding(headers: &HeaderMap) -> Option<ContentEncoding> {
    let sent = headers.get(ACCEPT_ENCODING)?.to_str().ok()?;
    let takes = |name: &str| {
        sent.split(',').any(|one| {
            let mut parts = one.split(';').map(str::trim);
            parts.next() == Some(name) && !parts.any(|it| matches!(it, "q=0" | "q=0.0"))
        })
    };
    let order = [ContentEncoding::Brotli, ContentEncoding::Gzip];
    order.into_iter().find(|encoding| takes(encoding.name()))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "jpg" | "jpeg" => "image/jpeg",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "md" | "ts" | "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_cannot_leave_its_folder() {
        for path in ["", "/", "..", "a/../b", "a//b", ".env", "a\\b", "c:a", "a\0", "/etc/passwd"] {
            assert!(!is_plain(path), "{path:?}");
        }
        assert!(is_plain("engine-a1B2c3D4.wasm") && is_plain("a/b.js"));
    }

    #[tokio::test]
    async fn files_that_are_gone_are_forgotten() {
        let folder = std::env::temp_dir().join(format!("latchkit-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let files = Files::in_folder(&folder, "assets").expect("a folder");
        for name in ["a-1.js", "b-2.js", "c-3.js"] {
            std::fs::write(folder.join(name), name).expect("a file");
            assert!(files.find(name).await.is_some());
        }
        std::fs::remove_file(folder.join("a-1.js")).expect("it was there");
        assert!(files.find("a-1.js").await.is_none());
        assert_eq!(files.all_read().len(), 2, "one that is asked for");
        std::fs::remove_file(folder.join("b-2.js")).expect("it was there");
        std::fs::write(folder.join("d-4.js"), "d").expect("a file");
        assert!(files.find("d-4.js").await.is_some());
        let mut kept: Vec<String> = files.all_read().keys().cloned().collect();
        kept.sort();
        assert_eq!(kept, ["c-3.js", "d-4.js"], "one that nobody asks for");
        std::fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn a_hash_is_told_from_a_word() {
        for path in ["views-Bx3k_9aZ.js", "a/engine-0123456789abcdef.wasm", "x-ab-9_xYzw.js"] {
            assert!(is_hashed(path), "{path}");
        }
        for path in ["latchkit.js", "wallet-provider.js", "react-18.js", "12345678.js", "a-b.js"] {
            assert!(!is_hashed(path), "{path}");
        }
    }

    #[test]
    fn compressed_forms_hold_the_same_bytes() {
        let bytes = b"latchkit ".repeat(1000);
        let packed = ContentEncoding::Brotli.compress(&bytes);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &*packed, &mut plain).expect("brotli");
        assert!(plain == bytes && packed.len() < 100);
        let packed = ContentEncoding::Gzip.compress(&bytes);
        let mut plain = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&*packed), &mut plain)
            .expect("gzip");
        assert_eq!(plain, bytes);
    }

    #[test]
    fn a_coding_that_is_refused_is_not_sent() {
        let taken = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(text));
            accepted_encoding(&headers).map(ContentEncoding::name)
        };
        assert_eq!(taken("gzip, deflate, br, zstd"), Some("br"));
        assert_eq!(taken("br;q=0, gzip;q=0.5"), Some("gzip"));
        assert_eq!(taken("identity"), None);
    }
}
