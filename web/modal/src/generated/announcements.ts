/** A name is cut to so many characters. */
export const nameCharacters = 64
/** An icon that is longer is none. */
export const iconCharacters = 262144
/** An id that is longer is none. */
export const idCharacters = 253
/** Characters that no name shows. */
export const hidden = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
/** The address of an icon, in itself. */
export const icon = /^data:image\/(svg\+xml|png|jpeg|webp|gif)[,;]/
/** The id of a wallet: labels between dots. */
export const walletId = /^[-\w]+(\.[-\w]+)*$/
