/** What tells the accounts and bothers nobody. Reads `<namespace>:<method>`. */
export const accountsMethods =
  /^(\w+:eth_accounts|solana:solana_getAccounts|bip122:getAccountAddresses|polkadot:polkadot_getAccounts|cosmos:cosmos_getAccounts)$/
/** What leads a person who is not connected to the wallets. Reads `<namespace>:<method>`. */
export const connectionMethods =
  /^(\w+:(eth_requestAccounts|wallet_requestPermissions)|solana:solana_requestAccounts|(?!eip155)\w+:connect)$/
/** What else the engine answers itself; everything else goes to the wallet. Reads `<namespace>:<method>`. */
export const otherMethods =
  /^(\w+:wallet_revokePermissions|(?!eip155)\w+:disconnect|eip155:(wallet_switchEthereumChain|wallet_addEthereumChain))$/
