/** The wallet, by the id of its row and its connector. */
export const wallet = 'AUTH'
