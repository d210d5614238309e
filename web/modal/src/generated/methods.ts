/** What tells the accounts and bothers nobody. Reads `<namespace>:<method>`. */
export const accountsMethods =
  /^((solana|polkadot|cosmos):\2_getAccounts|\w+:eth_accounts|bip122:getAccountAddresses)$/
/** What leads a person who is not connected to the wallets. Reads `<namespace>:<method>`. */
export const connectionMethods =
  /^(\w+:(eth_requestAccounts|wallet_requestPermissions)|solana:solana_requestAccounts|(?!eip155)\w+:connect)$/
/** What else the engine answers itself; everything else goes to the wallet. Reads `<namespace>:<method>`. */
export const otherMethods =
  /^(\w+:wallet_revokePermissions|(?!eip155)\w+:disconnect|eip155:(wallet_switchEthereumChain|wallet_addEthereumChain))$/
