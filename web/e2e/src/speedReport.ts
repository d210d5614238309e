import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { target } from './latchkitDev.ts'

/** How often each thing is done. */
export const times = 5

/** Writes the medians where `cargo xtask size` reads them. `rows` are the figures' names, each with its digits. */
export async function report<Row extends string>(
  name: string,
  rows: Readonly<Record<Row, number>>,
  figures: readonly Partial<Record<Row, number>>[],
): Promise<void> {
  const medians = Object.entries<number>(rows).map(([row, digits]) => {
    const all = figures.map(one => one[row as Row] ?? Number.NaN).sort((a, b) => a - b)
    return [row, Number(all[Math.floor(all.length / 2)]?.toFixed(digits))]
  })
  const text = JSON.stringify(Object.fromEntries(medians), undefined, 2)
  await mkdir(join(target, 'size'), { recursive: true })
  await writeFile(join(target, 'size', `${name}.json`), `${text}\n`)
  console.log(text)
}
