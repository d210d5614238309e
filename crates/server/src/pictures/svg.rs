//! Draws an SVG that a stranger wrote. What is served is pixels: no script, style or link of it comes to a page.
//!
//! Text has no font here and is left out. Nothing is asked for: no file, no URL, only pictures inside it.
//! An SVG is a small program that can draw for hours: [`effort`] counts beforehand what it would draw, copies
//! and patterns included, and what is too much is not drawn.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node, NodeId, ParsingOptions};
use resvg::usvg::{ImageHrefResolver, ImageKind, Options, Tree};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest that is read.
const MOST_BYTES: usize = 1024 * 1024;
/// How much may be drawn: an element is one, and one more for so many bytes of what it says.
const MOST_EFFORT: usize = 20_000;
const BYTES_OF_ONE: usize = 200;
/// What a layer of its own is worth, and a step of a filter.
const LAYER_EFFORT: usize = 20;
const FILTER_EFFORT: usize = 200;
/// How many elements may be inside each other, copies included.
const DEEPEST: usize = 32;
/// Styles are looked through for each element: the most bytes of them times elements.
const MOST_STYLING: usize = 50_000_000;
/// How many pictures inside it are drawn.
const MOST_INSIDE: usize = 8;

/// What takes far more time or room than it looks. Whoever has it has no picture.
const REFUSED: [&str; 6] =
    ["marker", "pattern", "feConvolveMatrix", "feImage", "feMorphology", "feTurbulence"];
/// What has an element drawn on a layer of its own.
const LAYERED: [&str; 6] =
    ["opacity", "mask", "clip-path", "filter", "mix-blend-mode", "isolation"];

/// Whether bytes may be an SVG.
pub(super) fn may_be(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().first() == Some(&b'<')
}

/// Draws one with this longer side; nothing where it is none, or too much. Pictures inside it are what `inside`
/// makes of them, as PNG.
pub(super) fn drawn(
    bytes: &[u8],
    side_px: u32,
    inside: impl Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync,
) -> Option<Pixmap> {
    let text = std::str::from_utf8(bytes).ok().filter(|it| it.len() <= MOST_BYTES)?;
    // Short dashes of a long line would be millions of lines.
    let text = text.replace("stroke-dasharray", "stroke-dash-none");
    let allow_dtd = !text.contains("<!ENTITY");
    let nodes_limit = u32::try_from(MOST_EFFORT * 2).unwrap_or(u32::MAX);
    let options = ParsingOptions { allow_dtd, nodes_limit, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options).ok()?;
    if effort(&document)? > MOST_EFFORT {
        return None;
    }
    let count = AtomicUsize::new(0);
    let resolve_data = Box::new(move |_: &str, bytes: Arc<Vec<u8>>, _: &Options<'_>| {
        let is_one_more = count.fetch_add(1, Ordering::Relaxed) < MOST_INSIDE;
        is_one_more.then(|| inside(&bytes)).flatten().map(|it| ImageKind::PNG(Arc::new(it)))
    });
    // Left alone it would read files of this machine.
    let resolve_string = Box::new(|_: &str, _: &Options<'_>| None);
    let image_href_resolver = ImageHrefResolver { resolve_data, resolve_string };
    let tree =
        Tree::from_xmltree(&document, &Options { image_href_resolver, ..Options::default() })
            .ok()?;
    let size =
        tree.size().to_int_size().scale_to(resvg::tiny_skia::IntSize::from_wh(side_px, side_px)?);
    let mut pixels = Pixmap::new(size.width(), size.height())?;
    let across = tree.size();
    let transform = Transform::from_scale(
        f32::from(u16::try_from(size.width()).ok()?) / across.width(),
        f32::from(u16::try_from(size.height()).ok()?) / across.height(),
    );
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Some(pixels)
}

/// How much a document draws; nothing where it cannot be drawn.
fn effort(document: &Document<'_>) -> Option<usize> {
    let elements = || document.descendants().filter(Node::is_element);
    let styles = elements().filter(|it| it.tag_name().name() == "style");
    let style: String =
        styles.flat_map(|it| it.children().filter_map(|it| it.text())).collect::<Vec<_>>().concat();
    let is_refused = elements().any(|it| REFUSED.contains(&it.tag_name().name()));
    if is_refused || style.len().saturating_mul(elements().count()) > MOST_STYLING {
        return None;
    }
    let mut ids: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for element in elements() {
        if let Some(id) = element.attribute("id") {
            ids.entry(id).or_default().push(element);
        }
    }
    let mut scale = Scale { ids, known: HashMap::new(), styling: 0 };
    let mut styling = if is_layered(&style) { LAYER_EFFORT } else { 0 };
    for id in named(&style) {
        styling = styling.saturating_add(scale.of_id(id, 0)?.effort);
    }
    // Whichever elements it is for.
    let mut scale = Scale { styling, known: HashMap::new(), ..scale };
    scale.of(document.root_element(), 0).map(|it| it.effort)
}

/// What an element takes with all in it.
#[derive(Clone, Copy)]
struct Weighed {
    effort: usize,
    depth: usize,
}

/// Weighs elements.
struct Scale<'a, 'input> {
    ids: HashMap<&'a str, Vec<Node<'a, 'input>>>,
    /// What was weighed; nothing while it is.
    known: HashMap<NodeId, Option<Weighed>>,
    /// What styles add to each element.
    styling: usize,
}

impl<'a, 'input> Scale<'a, 'input> {
    /// Weighs an element that is so deep; nothing where that is too deep, or it is in itself.
    fn of(&mut self, node: Node<'a, 'input>, above: usize) -> Option<Weighed> {
        if let Some(known) = self.known.get(&node.id()) {
            return known.filter(|it| above + it.depth <= DEEPEST);
        }
        if above >= DEEPEST {
            return None;
        }
        self.known.insert(node.id(), None);
        let mut parts = Vec::new();
        for child in node.children().filter(Node::is_element) {
            parts.push(self.of(child, above + 1)?);
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            let copied = value.strip_prefix('#').filter(|_| attribute.name() == "href");
            for id in named(value).into_iter().chain(copied) {
                parts.push(self.of_id(id, above + 1)?);
            }
        }
        let effort = parts.iter().map(|it| it.effort).fold(own(node), usize::saturating_add);
        let depth = parts.iter().map(|it| it.depth).max().unwrap_or_default() + 1;
        let weighed = Weighed { effort: effort.saturating_add(self.styling), depth };
        self.known.insert(node.id(), Some(weighed));
        Some(weighed)
    }

    /// The same of what a name stands for.
    fn of_id(&mut self, id: &str, above: usize) -> Option<Weighed> {
        let mut all = Weighed { effort: 0, depth: 0 };
        for node in self.ids.get(id).cloned().unwrap_or_default() {
            let one = self.of(node, above)?;
            all.effort = all.effort.saturating_add(one.effort);
            all.depth = all.depth.max(one.depth);
        }
        Some(all)
    }
}

/// What an element takes by itself.
fn own(node: Node<'_, '_>) -> usize {
    let said: usize = node.attributes().map(|it| it.value().len()).sum();
    let is_layer = node
        .attributes()
        .any(|it| LAYERED.contains(&it.name()) || (it.name() == "style" && is_layered(it.value())));
    let layer = if is_layer { LAYER_EFFORT } else { 0 };
    let step = if node.tag_name().name().starts_with("fe") { FILTER_EFFORT } else { 0 };
    1 + said / BYTES_OF_ONE + layer + step
}

fn is_layered(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    LAYERED.iter().any(|it| style.contains(it))
}

/// The names that a value leads to, each as `url(#a)`.
fn named(value: &str) -> Vec<&str> {
    let small = value.to_ascii_lowercase();
    let places = small.match_indices("url(").map(|(at, it)| &value[at + it.len()..]);
    let open = [' ', '\t', '\n', '\r', '\'', '"'];
    let close = [' ', '\t', '\n', '\r', '\'', '"', ')'];
    let names = places.filter_map(|it| it.trim_start_matches(open).strip_prefix('#'));
    names.map(|it| it.split(close).next().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn svg(inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             viewBox=\"0 0 32 16\">{inside}</svg>"
        )
    }

    fn draw(text: &str) -> Option<Pixmap> {
        let start = Instant::now();
        let pixels = drawn(text.as_bytes(), 256, |_| None);
        assert!(start.elapsed() < Duration::from_mins(1), "{:?}: {text:.80}", start.elapsed());
        pixels
    }

    fn colour(text: &str, x: u32, y: u32) -> [u8; 4] {
        let pixel = draw(text).expect(text).pixel(x, y).expect("inside").demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    }

    #[test]
    fn it_is_drawn_in_its_own_shape() {
        let pixels = draw(&svg("<rect width=\"32\" height=\"16\" fill=\"teal\"/>")).expect("one");
        assert_eq!((pixels.width(), pixels.height()), (256, 128));
        let picture = svg(
            "<style>.a{fill:url(#g)}</style><defs><linearGradient id=\"g\"><stop stop-color=\"red\"/>\
             </linearGradient><rect id=\"r\" width=\"32\" height=\"8\" class=\"a\"/></defs>\
             <use href=\"#r\"/><g opacity=\"0.5\"><use xlink:href=\"#r\" y=\"8\"/></g>",
        );
        assert_eq!(colour(&picture, 100, 10), [255, 0, 0, 255]);
        assert_eq!(colour(&picture, 100, 100)[3], 128);
        let exported = format!("<?xml version=\"1.0\"?><!DOCTYPE svg>\n{picture}");
        assert_eq!(colour(&exported, 100, 10), [255, 0, 0, 255]);
        assert!(
            may_be(exported.as_bytes()) && may_be(b"\xef\xbb\xbf \n<svg/>") && !may_be(b"RIFF")
        );
    }

    #[test]
    fn pictures_inside_are_those_that_we_made_and_nothing_else_is_read() {
        let green = Pixmap::new(1, 1).map(|mut it| {
            it.fill(resvg::tiny_skia::Color::from_rgba8(0, 255, 0, 255));
            it.encode_png().expect("it is written")
        });
        let of = |href: &str| svg(&format!("<image href=\"{href}\" width=\"32\" height=\"16\"/>"));
        let shown = |href: &str| {
            let pixels = drawn(of(href).as_bytes(), 256, |_| green.clone()).expect("one");
            pixels.pixel(100, 50).expect("inside").green()
        };
        assert_eq!(shown("data:image/png;base64,AAAA"), 255);
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/registry/icons/wallets/metamask.svg");
        assert!(std::path::Path::new(here).exists());
        for href in [here, &format!("file://{here}"), "https://a.example/b.png", "/etc/passwd", ""]
        {
            assert_eq!(shown(href), 0, "{href}");
        }
        let many = svg(&of("data:image/png;base64,AAAA").repeat(1_000));
        let count = AtomicUsize::new(0);
        let _ = drawn(many.as_bytes(), 256, |_| {
            count.fetch_add(1, Ordering::Relaxed);
            None
        });
        assert_eq!(count.into_inner(), MOST_INSIDE);
    }

    #[test]
    fn what_would_draw_for_hours_is_not_drawn() {
        let doubled = |first: &str, rest: &str| {
            let copies = (1..30).map(|at| {
                let of = at - 1;
                format!("<g id=\"a{at}\"><use {rest}=\"#a{of}\"/><use {rest}=\"#a{of}\"/></g>")
            });
            svg(&format!("<g id=\"a0\">{first}</g>{}", copies.collect::<String>()))
        };
        let circle = "<circle r=\"9\"/>";
        let masks = (1..40).map(|at| {
            let of = at - 1;
            format!("<mask id=\"m{at}\"><g mask=\"url(#m{of})\">{circle}</g><g mask='url( #m{of} )'/></mask>")
        });
        let masks = masks.collect::<String>();
        for text in [
            doubled(circle, "href"),
            doubled(circle, "xlink:href"),
            svg(&format!(
                "<mask id=\"m0\">{circle}</mask>{masks}<g mask=\"url(#m39)\">{circle}</g>"
            )),
            svg(&circle.repeat(30_000)),
            svg(&format!("{}{circle}{}", "<g>".repeat(5_000), "</g>".repeat(5_000))),
            svg(&format!("<style>{}</style>{}", "a{fill:red}".repeat(9_000), circle.repeat(9_000))),
            svg(&format!("<style>*{{OPACITY:.5}}</style>{}", circle.repeat(2_000))),
            svg(&format!("<g opacity=\".9\">{circle}</g>").repeat(2_000)),
            svg(&format!("<filter id=\"f\">{}</filter>", "<feOffset/>".repeat(200))),
            svg("<g id=\"a\"><use href=\"#a\"/></g>"),
            svg("<filter id=\"f\"><feTurbulence numOctaves=\"999999999\"/></filter>"),
            svg("<pattern id=\"p\" width=\"99999\" height=\"99999\"/>"),
            format!("<!DOCTYPE svg [<!ENTITY a \"b\">]>{}", svg("&a;")),
            format!("{}{}", svg(circle), " ".repeat(MOST_BYTES)),
        ] {
            assert!(draw(&text).is_none(), "{text:.100}");
        }
    }

    /// The most that is drawn takes a while, and ends; so does what is as deep as may be.
    #[test]
    fn what_is_drawn_ends() {
        let wave = "<path d=\"M0 0C9 99 9-99 32 16S0 9 32 0\" stroke=\"red\" stroke-width=\"3\" \
                    stroke-dasharray=\".0001\"/>";
        assert!(draw(&svg(&wave.repeat(10_000))).is_some());
        let layer = "<g opacity=\".9\"><path d=\"M-999-999H999V999H-999\"/></g>";
        assert!(draw(&svg(&layer.repeat(800))).is_some());
        let deep = |count: usize| {
            let open = "<g opacity=\".9\">".repeat(count);
            svg(&format!("{open}<path d=\"M-999-999H999V999H-999\"/>{}", "</g>".repeat(count)))
        };
        assert!(draw(&deep(DEEPEST - 2)).is_some());
        assert!(draw(&deep(DEEPEST)).is_none());
    }

    #[test]
    fn what_is_no_svg_is_none() {
        for text in [
            "",
            "<",
            "<svg",
            "<html></html>",
            "<svg xmlns='http://www.w3.org/2000/svg' width='0'/>",
        ] {
            assert!(draw(text).is_none(), "{text}");
        }
        for (width, height) in [("1e30", "1"), ("1", "1e30"), ("-1", "1"), ("NaN", "1")] {
            let _ = draw(&format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"/>"
            ));
        }
        assert!(drawn(b"<svg \xff/>", 256, |_| None).is_none());
    }
}
