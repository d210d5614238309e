import type { ReactNode } from 'react'

type QrCodeProps = {
  /** How many squares there are along an edge. */
  size: number
  /** Which are dark, row by row: four to a hexadecimal digit, each row begins with a new one. */
  dark: string
  /** What the code leads to. */
  label: string
  /** No camera is to read it: it is not there yet, or not any more. */
  isFaint?: boolean
  /** A picture in the middle; a small one, where the code is to be read. */
  children?: ReactNode
}

/** Light squares around the code that a reader needs to find it. */
const QUIET = 4
/** Edge of a corner mark. */
const MARK = 7
/** The part of an edge that a picture in the middle covers: a twentieth of all squares. */
const HOLE = 0.22

/** A QR code, dark on light in either theme, since not every camera reads the other way round. */
export function QrCode({ size, dark, label, isFaint = false, children }: QrCodeProps) {
  const whole = size + 2 * QUIET
  const last = size - MARK
  const marks = [
    [0, 0],
    [last, 0],
    [0, last],
  ] as const
  return (
    <div
      ref={paper => paper?.style.setProperty('--lk-step', `${whole / devicePixelRatio}px`)}
      className={isFaint ? 'QrCode faint' : 'QrCode'}
    >
      <svg
        viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
        role="img"
        aria-label={label}
        aria-hidden={isFaint}
      >
        <path d={dots(size, dark, children !== undefined)} />
        {marks.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect className="ring" x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.8" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="0.9" />
          </g>
        ))}
      </svg>
      {children !== undefined && <div className="middle">{children}</div>}
    </div>
  )
}

/** A dot for each dark square that is no part of a corner mark, nor under the picture. */
function dots(size: number, dark: string, hasHole: boolean): string {
  const digits = Math.ceil(size / 4)
  const isDark = (x: number, y: number) =>
    (Number.parseInt(dark[y * digits + (x >> 2)] ?? '0', 16) >> (3 - (x & 3))) & 1
  const isEdge = (at: number) => at < MARK || at >= size - MARK
  const isMark = (x: number, y: number) => isEdge(x) && isEdge(y) && (x < MARK || y < MARK)
  const middle = (size - 1) / 2
  const reach = hasHole ? (size * HOLE) / 2 : 0
  const isCovered = (x: number, y: number) =>
    Math.abs(x - middle) < reach && Math.abs(y - middle) < reach
  const all = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)])
  return all
    .filter(([x = 0, y = 0]) => isDark(x, y) && !isMark(x, y) && !isCovered(x, y))
    .map(([x = 0, y = 0]) => `M${x} ${y + 0.5}a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0`)
    .join('')
}
