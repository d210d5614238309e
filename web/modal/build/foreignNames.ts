/**
 * What files of declarations take from packages that are not among `packages`, such as `react/jsx-runtime
 * of main.d.ts`: a host need not have those, and then no type of the file is known there.
 */
export function foreignNames(
  files: ReadonlyMap<string, string>,
  packages: readonly string[],
): string[] {
  return [...files].flatMap(([file, text]) =>
    [...text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').matchAll(named)]
      .map(([, name = '']) => name)
      .filter(name => !name.startsWith('.') && !packages.includes(packageOf(name)))
      .map(name => `${name} of ${file}`),
  )
}

/** What is named by `from`, by an import for its effect alone, by `import()`, and by `declare module`. */
const named = /(?:\bfrom|\bimport\s*\(|\bimport|\bmodule)\s*['"]([\w@.:/-]+)['"]/g

const packageOf = (name: string): string => {
  const [first = '', second] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}
