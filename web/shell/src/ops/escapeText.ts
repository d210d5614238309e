/**
 * What a page in a frame says to the page that it let in when Escape was pressed in it, past its module: a key is heard
 * where the focus is alone. It says so of no other key.
 */
export const escapeText = '{"type":"ESCAPE"}'
