/** Compiles a WebAssembly file of the page while it comes in. Its name says what is in it. */
export async function loadModule(url: string): Promise<WebAssembly.Module> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`HTTP status code: ${answer.status}`)
  return WebAssembly.compileStreaming(answer)
}
