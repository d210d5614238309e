/** A fresh chain of anvil, as whoever seeds it sees it: every transaction is a block of its own. */

import {
  createClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  http,
  numberToHex,
} from 'viem'
import { readContract } from 'viem/actions'

/** The ninth account of the test mnemonic. It deploys everything, so addresses follow from its nonce. */
const DEPLOYER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** The most that a transaction may have since Osaka is 2^24. */
const GAS = numberToHex(16_000_000)
/** Stated, for then the hashes of transactions are the same on every chain of this id. */
const FEES = { maxFeePerGas: numberToHex(20_000_000_000n), maxPriorityFeePerGas: '0x0' }

/** @typedef {{ address: `0x${string}`, abi: import('viem').Abi }} Contract */

export class Chain {
  /** Opens one in which nothing happened yet. */
  static async open(url) {
    const chain = new Chain()
    chain.client = createClient({ transport: http(url, { retryCount: 0, timeout: 60_000 }) })
    const accounts = await chain.client.request({ method: 'eth_accounts' })
    chain.accounts = accounts.map(account => getAddress(account))
    if (chain.accounts[9] !== DEPLOYER) {
      throw new Error('The chain does not have the ten accounts of the test mnemonic.')
    }
    chain.deployer = DEPLOYER
    const block = await chain.client.request({ method: 'eth_blockNumber' })
    if (block !== '0x0') throw new Error(`The chain is not fresh: it has ${Number(block)} blocks.`)
    return chain
  }

  /** @returns {Promise<Contract>} */
  async deploy({ abi, bytecode }, ...args) {
    const { contractAddress } = await this.#mine({
      from: this.deployer,
      data: encodeDeployData({ abi, bytecode, args }),
    })
    return { address: getAddress(contractAddress), abi }
  }

  /** Deploys it, and puts the code that came of it where everybody looks for it. */
  async deployAt(address, artefact, ...args) {
    const made = await this.deploy(artefact, ...args)
    const code = await this.client.request({
      method: 'eth_getCode',
      params: [made.address, 'latest'],
    })
    await this.client.request({ method: 'anvil_setCode', params: [address, code] })
    return { ...made, address: getAddress(address) }
  }

  /** Calls a function of a contract as the deployer. */
  send(contract, functionName, ...args) {
    return this.sendAs(this.deployer, contract, functionName, ...args)
  }

  sendAs(from, { address, abi }, functionName, ...args) {
    return this.#mine({ from, to: address, data: encodeFunctionData({ abi, functionName, args }) })
  }

  /** Sends native currency, in wei; to a contract with the call that takes it. */
  pay(from, to, value, data = '0x') {
    return this.#mine({ from, to, data, value: numberToHex(value) })
  }

  read(contract, functionName, ...args) {
    return readContract(this.client, { ...contract, functionName, args })
  }

  async #mine(transaction) {
    const receipt = await this.client.request({
      method: 'eth_sendTransactionSync',
      params: [{ ...transaction, ...FEES, gas: GAS }],
    })
    if (receipt.status !== '0x1') {
      throw new Error(`The transaction ${receipt.transactionHash} was reverted.`)
    }
    return receipt
  }
}
