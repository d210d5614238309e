/** A file of declarations, by what it says at its outermost level. */
interface DeclarationFile {
  /** Texts of what it declares, without comments, by name. */
  readonly declared: Map<string, string>
  /** What others may take from it, and what it takes from others, by the names used here. */
  readonly exported: Map<string, Source>
  readonly taken: Map<string, Source>
  /** What it adds to `global`, or to the modules of others. */
  readonly added: string[]
}

type Source = { readonly file: string; readonly name: string }

/**
 * The names of our own that the declarations of `entries`, and what they name in turn, do not export
 * though a signature says them: a host could not write them down. What `Pick` and `Omit` take from is
 * no such name, nor is a type that its file keeps to itself, whose parts are looked at instead.
 */
export function missingNames(
  files: ReadonlyMap<string, string>,
  entries: readonly string[],
): string[] {
  const read = new Map([...files].map(([file, text]) => [file, readDeclarations(file, text)]))
  /** Where a name of a file is declared; nothing where that is in none of these. */
  const originOf = ({ file, name }: Source): Source | undefined => {
    const { declared, taken, exported } = read.get(file) ?? {}
    if (declared?.has(name)) return { file, name }
    const from = taken?.get(name) ?? exported?.get(name)
    return from && from.file !== file ? originOf(from) : undefined
  }
  const known = new Set<string>()
  const missing: string[] = []
  const look = (file: string, text: string) => {
    for (const [name] of text.replace(/\b(Pick|Omit)<\w+/g, '').matchAll(/\b[A-Z]\w*\b/g)) {
      const source = originOf({ file, name })
      if (!source || known.has(keyOf(source))) continue
      known.add(keyOf(source))
      if (read.get(source.file)?.exported.has(source.name)) missing.push(keyOf(source))
      else lookInto(source)
    }
  }
  const lookInto = ({ file, name }: Source) => look(file, read.get(file)?.declared.get(name) ?? '')
  const open = entries.flatMap(entry =>
    [...(read.get(entry)?.exported.keys() ?? [])].flatMap(
      name => originOf({ file: entry, name }) ?? [],
    ),
  )
  for (const source of open) known.add(keyOf(source))
  for (const source of open) lookInto(source)
  for (const [file, { added }] of read) for (const text of added) look(file, text)
  return missing
}

const keyOf = ({ file, name }: Source) => `${name} of ${file}`

function readDeclarations(file: string, source: string): DeclarationFile {
  const declared = new Map<string, string>()
  const exported = new Map<string, Source>()
  const taken = new Map<string, Source>()
  const added: string[] = []
  // A word at the start of a line begins a statement.
  for (const said of source.replace(/\/\*[\s\S]*?\*\//g, '').split(/\n(?=[a-z])/)) {
    const text = said.replace(/'[^'\n]*'/g, '')
    const names = said.startsWith('import') ? taken : exported
    for (const [alias, from] of namesIn(said, file)) names.set(alias, from)
    const [, isExported, name] = declaration.exec(said) ?? []
    if (name) declared.set(name, (declared.get(name) ?? '') + text)
    if (name && isExported) exported.set(name, { file, name })
    if (/^declare (global|module)/.test(said)) added.push(text)
  }
  return { declared, exported, taken, added }
}

const declaration =
  /^(export )?(?:declare )?(?:abstract )?(?:type|interface|class|const|function) (\w+)/

/** The names in the braces of an import or an export, and where they come from. */
function namesIn(said: string, file: string): [string, Source][] {
  const [, list = '', path = file] =
    /^(?:import|export) (?:type )?\{([^}]*)\}(?: from '(.+?)')?/.exec(said) ?? []
  const there = path.replace(/(\.d)?(\.[jt]s)?$/, '.d.ts')
  const from = path.startsWith('.') ? new URL(there, `file:///${file}`).pathname.slice(1) : path
  return list.split(',').flatMap(one => {
    const [name, alias = name] = one
      .trim()
      .replace(/^type /, '')
      .split(' as ')
    return name && alias ? [[alias, { file: from, name }] as [string, Source]] : []
  })
}
