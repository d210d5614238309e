/** What is said of the vault's frame while it shows nothing, in the language of the views. */
export * as embeddedText from 'virtual:latchkit-text/en/embedded'
