import { draw, drawIcon } from '../draw'

/** What a person should weigh before approving: the cause first, then what to do. */
export const drawBanner = (cause: string, advice: string): HTMLElement =>
  draw(
    'div',
    { class: 'Banner' },
    drawIcon('M10 3.2 17.6 16.4H2.4Z', 'M10 8.2v3.6', 'M10 14.1v.1'),
    draw('p', {}, draw('b', {}, cause), ` ${advice}`),
  )
