//! A list of which some is dropped.

/// Keeps what `is_kept`, in its order. `Vec::retain` is faster for thousands and has two loops, which in
/// WebAssembly are bytes for every type.
pub fn keep<T>(list: &mut Vec<T>, mut is_kept: impl FnMut(&T) -> bool) {
    let mut at = 0;
    while let Some(item) = list.get(at) {
        if is_kept(item) {
            at += 1;
        } else {
            list.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::keep;

    #[test]
    fn what_is_kept_stays_in_order() {
        let mut list: Vec<u32> = (0..10).collect();
        keep(&mut list, |it| it % 3 == 1);
        assert_eq!(list, [1, 4, 7]);
        keep(&mut list, |_| false);
        assert!(list.is_empty());
    }
}
