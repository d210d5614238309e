// Writes the marks of wallets, networks and currencies that `sources.json` names: `cargo xtask icons`.
//
// Each comes out of a published package of a permissive licence, at an exact version whose hash is
// checked. A drawing of at most 4 kB that the server would serve stays as it is, but for the space between
// its elements; all else is drawn by Chromium into a WebP of 96 pixels. What of a mark is clear shows the
// ground that its row in `sources.json` names; `inset` is the share of its side that is left free all
// around. At the end the table in README.md is written anew.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'

const most = 4096
const side = 96
const folder = dirname(fileURLToPath(import.meta.url))
const { packages, ...kinds } = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))
/** Where each package is unpacked. */
const places = new Map()

/** Downloads a package at its version, checks what came, and unpacks it. */
function unpack(work, name) {
  const { version, licence, integrity } = packages[name]
  const options = { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', `${name}@${version}`],
    options,
  )
  const archive = join(work, packed.trim())
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (hash !== integrity) throw new Error(`${name}@${version} is ${hash}, expected ${integrity}`)
  const place = join(work, `${places.size}`)
  mkdirSync(place)
  execFileSync('tar', ['-xzf', archive, '-C', place, '--strip-components=1'])
  const told = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')).license
  if (told !== licence) throw new Error(`${name}@${version} is under ${told}, expected ${licence}`)
  places.set(name, place)
}

/** The image in a file of a package: the one that it is, or the one of this number that its code holds. */
function found({ from, path, number = 0 }) {
  const text = readFileSync(join(places.get(from), path), 'utf8')
  const pattern = /data:(image\/[a-z+]+)(;base64)?,([^"'`\s]+)|<svg[\s\S]*<\/svg>/g
  const match = [...text.matchAll(pattern)][number]
  if (!match) throw new Error(`${from}/${path} has no image ${number}`)
  const [all, media, isBase64, body] = match
  if (!media) return { media: 'image/svg+xml', bytes: Buffer.from(all.replaceAll('\\n', '\n')) }
  const bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodeURIComponent(body))
  return { media, bytes }
}

/** A drawing without what only people read, square, on its ground; or nothing if it must be drawn. */
function asDrawing({ media, bytes }, { ground, inset = 0 }) {
  if (media !== 'image/svg+xml') return undefined
  const text = bytes
    .toString('utf8')
    .replace(/<\?xml[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(title|desc)>[\s\S]*?<\/\1>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/ class="[^"]*"| role="[^"]*"| aria-[a-z]+="[^"]*"/g, '')
    .trim()
  const root = text.match(/^<svg[^>]*>/)?.[0] ?? ''
  const size = name => root.match(new RegExp(` ${name}="([\\d.]+)(?:px)?"`))?.[1]
  const box = root.match(/viewBox="([^"]*)"/)?.[1] ?? `0 0 ${size('width')} ${size('height')}`
  const [x, y, width, height] = box.split(/[ ,]+/).map(Number)
  const refused =
    /<(?:script|style|foreignobject|image|!)|href=["'](?!#)|url\(["']?(?!#)|\son[a-z]+=|&#|\\/i
  if (!(width > 0) || width !== height || refused.test(text)) return undefined
  const bare = root.replace(/ (width|height|viewBox|style|preserveAspectRatio)="[^"]*"/g, '')
  const free = Math.round(width * inset)
  const [left, top, across] = [x - free, y - free, width + 2 * free]
  const open = `${bare.slice(0, -1)} viewBox="${left} ${top} ${across} ${across}">`
  const floor = ground
    ? `<path fill="${ground}" d="M${left} ${top}h${across}v${across}h-${across}z"/>`
    : ''
  const drawing = `${open}${floor}${text.slice(root.length)}\n`
  return Buffer.byteLength(drawing) <= most ? drawing : undefined
}

/** Draws an image into a WebP, in a page. */
async function asPixels(page, { media, bytes }, { ground, inset = 0 }) {
  const url = `data:${media};base64,${bytes.toString('base64')}`
  const drawn = await page.evaluate(
    async ({ url, side, ground, inset }) => {
      const image = new Image(side, side)
      image.src = url
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      if (ground) context.fillStyle = ground
      if (ground) context.fillRect(0, 0, side, side)
      // An image without a size of its own is as large as it is told to be.
      const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
      const scale = side / Math.max(width, height) / (1 + 2 * inset)
      const [x, y] = [(side - width * scale) / 2, (side - height * scale) / 2]
      context.drawImage(image, x, y, width * scale, height * scale)
      return canvas.toDataURL('image/webp', 0.86)
    },
    { url, side, ground, inset },
  )
  return Buffer.from(drawn.split(',')[1], 'base64')
}

/** Writes one mark; gives its row of the table. */
async function write(page, kind, name, row) {
  const image = found(row)
  const drawing = asDrawing(image, row)
  const file = `${kind}/${name.replace(':', '/')}.${drawing ? 'svg' : 'webp'}`
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), drawing ?? (await asPixels(page, image, row)))
  return `| \`${file}\` | ${row.from} | \`${row.path}\`${row.number ? `, image ${row.number}` : ''} |`
}

const work = mkdtempSync(join(tmpdir(), 'latchkit-icons-'))
for (const name of Object.keys(packages)) unpack(work, name)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
const page = await browser.newPage()
const rows = []
for (const [kind, marks] of Object.entries(kinds)) {
  rmSync(join(folder, kind), { recursive: true, force: true })
  for (const [name, row] of Object.entries(marks)) rows.push(await write(page, kind, name, row))
}
await browser.close()
rmSync(work, { recursive: true })

const readme = join(folder, 'README.md')
const [before] = readFileSync(readme, 'utf8').split(/^\| file +\|/m)
writeFileSync(
  readme,
  `${before}| file | package | in it |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
)
execFileSync(process.execPath, [
  'node_modules/@biomejs/biome/bin/biome',
  'format',
  '--write',
  readme,
])
console.log(`${rows.length} marks`)
