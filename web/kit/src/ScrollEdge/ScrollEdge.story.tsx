import { ScrollEdge } from './ScrollEdge.tsx'

export const title = 'ScrollEdge'

export const states = {
  edge: () => (
    <div>
      <p>Nothing is seen below this line.</p>
      <ScrollEdge onReach={() => {}} />
    </div>
  ),
}
