import { expect, test } from 'vitest'
import { isMobile } from './isMobile'

test.for<[boolean, string, number]>([
  [true, 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile', 5],
  [true, 'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/126.0', 5],
  [true, 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15', 5],
  [true, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5],
  [false, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0],
  [false, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0', 10],
])('on a phone or tablet: %s for %s', ([expected, userAgent, maxTouchPoints]) => {
  expect(isMobile({ userAgent, maxTouchPoints })).toBe(expected)
})
