/** The cross, apart from the other paths: the dialog is painted with it before they are loaded. */
export const close = 'M5.5 5.5l9 9m0-9l-9 9'
