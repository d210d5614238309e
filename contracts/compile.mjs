/**
 * Compiles `src/*.sol` to `compiled/<Name>.json`: `node contracts/compile.mjs`. With `--check` it writes
 * nothing, and fails where what is committed is not what the sources give.
 */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import solc from 'solc'

const sources = new URL('src/', import.meta.url)
const compiled = new URL('compiled/', import.meta.url)

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const wanted = await compile()
if (check) await compare(wanted)
else await write(wanted)

/** The text of each file, by its name. */
async function compile() {
  const output = JSON.parse(solc.compile(JSON.stringify(await input())))
  if (output.errors) throw new Error(output.errors.map(it => it.formattedMessage).join('\n'))
  const contracts = Object.values(output.contracts).flatMap(Object.entries)
  return new Map(
    contracts
      // Interfaces and what is abstract cannot be deployed.
      .filter(([, { evm }]) => evm.bytecode.object !== '')
      .map(([name, contract]) => [`${name}.json`, textOf(contract)]),
  )
}

/** The same bytes on every machine: nothing in them tells of names, folders or the compiler. */
async function input() {
  const names = (await readdir(sources)).filter(name => name.endsWith('.sol')).sort()
  const texts = names.map(async name => {
    return [name, { content: await readFile(new URL(name, sources), 'utf8') }]
  })
  return {
    language: 'Solidity',
    sources: Object.fromEntries(await Promise.all(texts)),
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  }
}

function textOf({ abi, evm }) {
  const artefact = {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
  return `${JSON.stringify(artefact, null, 2)}\n`
}

async function write(files) {
  await rm(compiled, { recursive: true, force: true })
  await mkdir(compiled)
  for (const [name, text] of files) await writeFile(new URL(name, compiled), text)
}

async function compare(files) {
  const there = await readdir(compiled).catch(() => [])
  const names = new Set([...files.keys(), ...there])
  const stale = []
  for (const name of names) {
    const text = await readFile(new URL(name, compiled), 'utf8').catch(() => undefined)
    if (text !== files.get(name)) stale.push(name)
  }
  if (stale.length === 0) return
  console.error(`Not what the sources give: ${stale.sort().join(', ')}.`)
  console.error('Run `node contracts/compile.mjs`, and commit what it writes.')
  process.exitCode = 1
}
