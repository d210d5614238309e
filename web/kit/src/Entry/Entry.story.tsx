import { Picture } from '../Picture/Picture.tsx'
import { Entry } from './Entry.tsx'

const LONG = 'A Token With An Extraordinarily Long Name'

export const title = 'Entry'

export const states = {
  rows: () => (
    <div>
      <Entry
        icon={<Picture of="network" name="Ether" />}
        label="Ether"
        detail="$3,131.85"
        value="$2,410.77"
        note="0.769 ETH"
      />
      <Entry
        icon={<Picture of="network" name={LONG} />}
        label={LONG}
        detail="–"
        value="–"
        note="123,456,789.123 EXTRALONG"
      />
      <Entry
        icon={<Picture of="network" name="Received" />}
        label="Received"
        detail="+250 USDC"
        value="Nov 14"
        href="https://example.org/"
        newTab="(opens in a new tab)"
      />
    </div>
  ),
}
