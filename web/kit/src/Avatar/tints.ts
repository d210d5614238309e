/** How much white is in each of the five tints, from the light's centre to the rim. */
const WHITE = [0.78, 0.56, 0.34, 0.14, 0]

/**
 * The five colours of an account: tints of the colour that the first six hexadecimal digits of
 * `address` name, lightest first, as `#rrggbb`. An address of another alphabet is read digit by digit
 * as far as it goes.
 */
export function tints(address: string): string[] {
  const digits = address.replace(/^0x/i, '').replace(/[^0-9a-f]/gi, '')
  const colour = Number.parseInt(digits.slice(0, 6).padEnd(6, '8'), 16)
  return WHITE.map(white => {
    const channels = [colour >> 16, (colour >> 8) & 255, colour & 255]
    return `#${channels.map(channel => hex(channel + (255 - channel) * white)).join('')}`
  })
}

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')
