/** The version of every item: `v` of `{"v":1,"value":…}`. */
export const itemVersion = 1
/** What every key of local storage begins with; `<instance>:<name>` follows. */
export const itemPrefix = '@latchkit/'
/** The name of the item that the entry reads. */
export const snapshotItem = 'snapshot'
/** The name of the item with the wallets that were connected lately. */
export const recentWallets = 'recent-wallets'
/** What is told of an item that cannot be read, after its name. */
export const itemUnreadable = ' is broken or newer than this version; ignored.'
