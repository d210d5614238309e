//! A server of a stranger, with pictures and with what is none.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::stream;
use image::codecs::gif::GifEncoder;
use image::{Delay, DynamicImage, Frame, ImageFormat, Rgb, RgbImage, RgbaImage};
use server::config_values::GatewayUrl;
use server::listen::{Stop, bind, listen};
use std::io::{Cursor, Error};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// It listens at a random port of this machine.
pub(crate) struct PictureHost {
    /// `127.0.0.1:1234`
    pub(crate) host: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl PictureHost {
    pub(crate) async fn start() -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let notes = asked.clone();
        let routes = Router::new().fallback(move |request: Request| {
            let path = request.uri().path_and_query().map_or("/", |it| it.as_str()).to_owned();
            notes.lock().expect("sound").push(path.clone());
            async move { answer(&path) }
        });
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0)), "").await.expect("a port");
        let host = listener.local_addr().expect("an address").to_string();
        tokio::spawn(listen(listener, routes, Stop::default()));
        PictureHost { host, asked }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }

    /// The same as it is asked for where it is a gateway of IPFS.
    pub(crate) fn ipfs(path: &str) -> String {
        format!("ipfs://bafy1{path}")
    }

    /// As what a server has it then.
    pub(crate) fn gateway(&self) -> Option<GatewayUrl> {
        GatewayUrl::try_from(format!("http://{}", self.host)).ok()
    }

    /// The paths that it was asked for, in their order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("sound").clone()
    }
}

/// A picture that is no single colour.
pub(crate) fn written(format: ImageFormat) -> Vec<u8> {
    let part = |it: u32| it.to_le_bytes()[0];
    let picture = RgbImage::from_fn(600, 300, |x, y| Rgb([part(x / 3), part(y / 2), 99]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut bytes, format).expect("it is written");
    bytes.into_inner()
}

fn moving() -> Vec<u8> {
    let mut bytes = Vec::new();
    let frame = |shade: u8| {
        let picture = RgbaImage::from_pixel(40, 20, image::Rgba([shade, 0, 0, 255]));
        Frame::from_parts(picture, 0, 0, Delay::from_numer_denom_ms(100, 1))
    };
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder.encode_frames([frame(255), frame(10)]).expect("it is written");
    drop(encoder);
    bytes
}

/// A PNG that says to be 50,000 pixels wide and high.
fn bomb() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xc3\x50\0\0\xc3\x50\x08\x06\0\0\0".to_vec();
    let mut check = flate2::Crc::new();
    check.update(&png[12..]);
    png.extend(check.sum().to_be_bytes());
    png.extend(b"\0\0\0\x0eIDAT\x78\x9c\x63\0");
    png
}

/// What only an insider may see.
pub(crate) const SCRIPT: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)"><script>alert(2)</script><rect width="10" height="10" fill="red"/></svg>"#;

fn answer(path: &str) -> Response<Body> {
    let of =
        |kind: &str, bytes: Vec<u8>| ([(CONTENT_TYPE, kind.to_owned())], bytes).into_response();
    let to = |place: &str| (StatusCode::FOUND, [(LOCATION, place.to_owned())]).into_response();
    let whole = || written(ImageFormat::Png);
    let path = path.split('?').next().unwrap_or_default();
    match path.strip_prefix("/ipfs/bafy1").unwrap_or(path) {
        "/a.png" => of("image/png", whole()),
        "/a.jpg" => of("image/jpeg", written(ImageFormat::Jpeg)),
        "/a.gif" => of("image/gif", moving()),
        "/a.webp" => of("image/webp", written(ImageFormat::WebP)),
        "/lies-of-text" => of("text/html", whole()),
        "/lies-of-picture" => of("image/png", b"<html><script>1</script></html>".to_vec()),
        "/script.svg" => of("image/svg+xml", SCRIPT.as_bytes().to_vec()),
        "/bomb.png" => of("image/png", bomb()),
        "/half.png" => of("image/png", whole()[..200].to_vec()),
        "/empty.png" => of("image/png", Vec::new()),
        "/fault.png" => (StatusCode::INTERNAL_SERVER_ERROR, whole()).into_response(),
        "/round" => to("/ipfs/bafy1/round"),
        "/to-metadata-of-cloud" => to("http://169.254.169.254/latest/meta-data"),
        "/to-itself" => to("http://127.0.0.1:1/"),
        "/to-file" => to("file:///etc/passwd"),
        "/to-inline" => to("data:image/png;base64,AA=="),
        "/to-picture" => to("/ipfs/bafy1/a.png"),
        "/to-outside" => to("/a.png"),
        "/declared-gigabyte" => {
            let body = Body::from_stream(stream::pending::<Result<Bytes, Error>>());
            ([(CONTENT_LENGTH, "1000000000")], body).into_response()
        }
        "/gigabyte" => {
            let piece = || Ok::<_, Error>(Bytes::from(vec![0; 1024 * 1024]));
            Body::from_stream(stream::iter((0..1024).map(move |_| piece()))).into_response()
        }
        "/drip" => {
            let drip = stream::unfold((), |()| async {
                tokio::time::sleep(Duration::from_millis(300)).await;
                Some((Ok::<_, Error>(Bytes::from_static(b"\x89")), ()))
            });
            Body::from_stream(drip).into_response()
        }
        "/metadata.json" => {
            of("text/plain", br#"{"name":"One","image":"ipfs://bafy1/a.png"}"#.to_vec())
        }
        "/metadata-long.json" => {
            let text = format!(r#"{{"name":"Long","a":"{}"}}"#, "a".repeat(600 * 1024));
            of("application/json", text.into_bytes())
        }
        "/metadata-large.json" => {
            let text = format!(r#"{{"image":"data:,{}"}}"#, "a".repeat(10 * 1024 * 1024));
            of("application/json", text.into_bytes())
        }
        "/metadata-deep.json" => of("application/json", b"[".repeat(500_000)),
        "/metadata-wrong.json" => {
            of("application/json", br#"{"name":[1],"image":{"a":1}}"#.to_vec())
        }
        "/metadata-inside.json" => {
            let text = r#"{"image":"http://169.254.169.254/latest/meta-data"}"#;
            of("application/json", text.as_bytes().to_vec())
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}
