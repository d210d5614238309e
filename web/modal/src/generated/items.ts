/** The version of every item: `v` of `{"v":1,"value":…}`. */
export const itemVersion = 1
/** What every key begins with; `<instance>:<name>` follows. */
export const itemPrefix = '@latchkit/'
/** The name of the item that the entry reads. */
export const snapshotItem = 'snapshot'
/** The name of the item with the wallets that were connected lately. */
export const recentWallets = 'recent-wallets'
/** The name of the item that says what to come back to, in session storage. */
export const wayBack = 'way-back'
/** A way back of more characters is none. */
export const wayBackCharacters = 512
/** What is told of an item that cannot be read, after its name. */
export const itemUnreadable = ' is broken or newer than this version; ignored.'
