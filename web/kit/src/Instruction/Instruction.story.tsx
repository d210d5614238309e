import { Picture } from '../Picture/Picture.tsx'
import { Instruction } from './Instruction.tsx'

export const title = 'Instruction'

export const states = {
  wallet: () => (
    <Instruction
      subject={<Picture of="wallet" name="Harbor" size="large" />}
      title="Install it, and set it up"
      body="Then come back here and reload the page."
    />
  ),
}
