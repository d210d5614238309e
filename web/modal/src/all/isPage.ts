/** False in Node, in workers and at the edge, where an instance stays disconnected and does nothing. */
export const isPage = typeof document !== 'undefined'
