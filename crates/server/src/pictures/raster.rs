//! Makes a small picture of whatever a stranger calls one.
//!
//! What it is, its own first bytes say, never who sent it. Only what we drew ourselves goes to a page: what
//! else was in the file (scripts, notes of a camera, a second file behind the first) ends here. A picture
//! says how large it is before it is unpacked, and one that is too large is not. An SVG is a program that may draw
//! for hours, and is no picture here.

use crate::images::Image;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{
    DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits, RgbaImage,
};
use std::io::Cursor;

/// The longer side of what is served.
const SIDE_PX: u32 = 256;
/// The longest side and the most pixels of what is unpacked, and the room for that.
const LONGEST_PX: u32 = 16_384;
const MOST_PIXELS: u64 = 20_000_000;
const MOST_BYTES: u64 = 96 * 1024 * 1024;
const JPEG_QUALITY: u8 = 85;

/// The picture that is served for these bytes; nothing where they are none. It may take a while.
pub(super) fn small(bytes: &[u8]) -> Option<Image> {
    let unpacked = unpacked(bytes)?;
    let is_large = unpacked.width().max(unpacked.height()) > SIDE_PX;
    let fit = if is_large { unpacked.thumbnail(SIDE_PX, SIDE_PX) } else { unpacked };
    packed(&fit.into_rgba8())
}

/// The first picture of a PNG, JPEG, GIF or WebP, the right way up.
fn unpacked(bytes: &[u8]) -> Option<DynamicImage> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let is_known = reader.format().is_some_and(|it| {
        matches!(it, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP)
    });
    is_known.then_some(())?;
    reader.limits(limits());
    let mut decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS || width == 0 || height == 0 {
        return None;
    }
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).ok()?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Some(image)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_PX);
    limits.max_image_height = Some(LONGEST_PX);
    limits.max_alloc = Some(MOST_BYTES);
    limits
}

/// As WebP, which loses nothing; where that takes more, and nothing shows through, as JPEG.
fn packed(pixels: &RgbaImage) -> Option<Image> {
    let is_empty = pixels.pixels().all(|it| it.0[3] == 0);
    if is_empty {
        return None;
    }
    let mut lossless = Vec::new();
    let encoder = WebPEncoder::new_lossless(&mut lossless);
    let (width, height) = pixels.dimensions();
    encoder.write_image(pixels, width, height, image::ExtendedColorType::Rgba8).ok()?;
    let is_opaque = pixels.pixels().all(|it| it.0[3] == u8::MAX);
    if !is_opaque {
        return Some(Image::new(lossless, "image/webp"));
    }
    let mut lossy = Vec::new();
    let opaque = DynamicImage::ImageRgba8(pixels.clone()).into_rgb8();
    JpegEncoder::new_with_quality(&mut lossy, JPEG_QUALITY).encode_image(&opaque).ok()?;
    let is_smaller = lossy.len() < lossless.len();
    Some(if is_smaller {
        Image::new(lossy, "image/jpeg")
    } else {
        Image::new(lossless, "image/webp")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba};

    fn written(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.into().write_to(&mut bytes, format).expect("it is written");
        bytes.into_inner()
    }

    fn size(image: &Image) -> (u32, u32, Option<ImageFormat>) {
        let reader = ImageReader::new(Cursor::new(image.bytes()));
        let reader = reader.with_guessed_format().expect("memory");
        let format = reader.format();
        let (width, height) = reader.into_dimensions().expect("an image");
        (width, height, format)
    }

    #[test]
    fn each_kind_becomes_a_small_one() {
        let slope = RgbImage::from_fn(1_000, 500, |x, y| {
            Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], (x * y).to_le_bytes()[0]])
        });
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP] {
            let made = small(&written(slope.clone(), format)).expect("a picture");
            assert_eq!(size(&made), (256, 128, Some(ImageFormat::Jpeg)), "{format:?}");
        }
        let flat = RgbImage::from_pixel(32, 32, Rgb([200, 0, 0]));
        let made = small(&written(flat, ImageFormat::Png)).expect("a picture");
        assert_eq!(size(&made), (32, 32, Some(ImageFormat::WebP)));
    }

    #[test]
    fn what_shows_through_still_does() {
        let mut half = RgbaImage::from_pixel(400, 400, Rgba([0, 0, 200, 255]));
        half.put_pixel(0, 0, Rgba([0; 4]));
        let made = small(&written(half, ImageFormat::Png)).expect("a picture");
        assert_eq!(size(&made), (256, 256, Some(ImageFormat::WebP)));
        let nothing = RgbaImage::new(10, 10);
        assert!(small(&written(nothing, ImageFormat::Png)).is_none());
    }

    /// A PNG of any size whose pixels are not there: its header is all that is read.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend(width.to_be_bytes());
        png.extend(height.to_be_bytes());
        png.extend([8, 6, 0, 0, 0]);
        let mut check = flate2::Crc::new();
        check.update(&png[12..]);
        png.extend(check.sum().to_be_bytes());
        png
    }

    #[test]
    fn what_is_too_large_is_not_unpacked() {
        for (width, height) in [(50_000, 50_000), (16_385, 1), (1, 16_385), (5_000, 5_000), (0, 1)]
        {
            assert!(small(&claiming(width, height)).is_none(), "{width} by {height}");
        }
        // Black, 12,000 pixels wide and high, in few bytes.
        let bomb = written(image::GrayImage::new(12_000, 12_000), ImageFormat::Png);
        assert!(bomb.len() < 1_000_000 && small(&bomb).is_none(), "{}", bomb.len());
        let gif = [&b"GIF89a"[..], &[0xff; 4], &[0; 3], b",\0\0\0\0", &[0xff; 4], &[0, 2, 0, 0x3b]];
        assert!(small(&gif.concat()).is_none());
    }

    #[test]
    fn what_is_none_or_ends_early_is_none() {
        let whole = written(RgbImage::new(64, 64), ImageFormat::Png);
        for bytes in [
            &b""[..],
            b"<html>",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\"/></svg>",
            b"GIF89a",
            b"\xff\xd8\xff\xe0",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"\0\0\0\x1cftypavif",
            b"BM\0\0",
            &whole[..40],
        ] {
            assert!(small(bytes).is_none(), "{bytes:?}");
        }
        for at in (0..whole.len()).step_by(7) {
            let _ = small(&whole[..at]);
            let mut other = whole.clone();
            other[at] ^= 0x55;
            let _ = small(&other);
        }
    }
}
