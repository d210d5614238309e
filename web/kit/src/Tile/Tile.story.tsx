import { Tile } from './Tile.tsx'

export const title = 'Tile'

const nothing = () => {}

export const states = {
  wallet: () => <Tile id="org.example.harbor" name="Harbor" onClick={nothing} />,
  installed: () => (
    <Tile id="org.example.harbor" name="Harbor" installed="Installed" onClick={nothing} />
  ),
  long: () => (
    <Tile id="org.example.long" name="The Extraordinarily Long Named Wallet" onClick={nothing} />
  ),
}
