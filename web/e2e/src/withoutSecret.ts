/**
 * The JSON text of an op or a reply as it may be recorded: `•` stands for a secret, as `shown` in
 * `crates/runtime/src/secret.rs` writes it. Any other text stays as it is.
 */
export function withoutSecret(text: string): string {
  if (!text.includes('"secret"')) return text
  const told = JSON.parse(text) as object
  return 'secret' in told ? JSON.stringify({ ...told, secret: '•' }) : text
}
