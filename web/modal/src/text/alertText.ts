/** What developers read in the console, in English. */
export * as alertText from 'virtual:latchkit-text/en/alerts'
