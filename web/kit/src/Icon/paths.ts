/** Our drawings on a grid of 20, one line of 1.5 with round ends each. One export each: the entry takes a few. */
export { close } from './close.ts'
export const back = 'M12 4.5L6.5 10l5.5 5.5'
export const chevron = 'M8 5.5l4.5 4.5L8 14.5'
export const help = 'M6.9 7.4a3.1 3.1 0 1 1 4.6 2.7c-1 .55-1.5 1.15-1.5 2.3M10 15.4v.01'
export const check = 'M4.5 10.5l3.75 3.75L15.5 6.5'
export const copy =
  'M8.25 6.75h6a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-6a1.5 1.5 0 0 1-1.5-1.5v-6a1.5 1.5 0 0 1 1.5-1.5zM4.25 12.5V5.75a1.5 1.5 0 0 1 1.5-1.5h6.75'
export const external =
  'M11.5 4h4.5v4.5M15.75 4.25L9.5 10.5M8.5 5H5.75a1.5 1.5 0 0 0-1.5 1.5v7.75a1.5 1.5 0 0 0 1.5 1.5h7.75a1.5 1.5 0 0 0 1.5-1.5V11.5'
export const disconnect =
  'M8.25 4.25h-2.5a1.5 1.5 0 0 0-1.5 1.5v8.5a1.5 1.5 0 0 0 1.5 1.5h2.5M12.75 6.5L16.25 10l-3.5 3.5M16 10H8.25'
export const warning = 'M10 3.5l7 12.5H3zM10 8.25v3.5M10 13.9v.01'
export const info =
  'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5zM10 9.25v4.25M10 6.6v.01'
export const wallet =
  'M14.75 7V5.5a1.5 1.5 0 0 0-1.5-1.5h-8a1.5 1.5 0 0 0 0 3h9.5a1.75 1.75 0 0 1 1.75 1.75v5.5A1.75 1.75 0 0 1 14.75 16h-9a2 2 0 0 1-2-2V5.5M13.25 11.5v.01'
export const refresh = 'M15.75 10a5.75 5.75 0 1 1-1.7-4.1L16 7.8M16 3.75V7.8h-4.05'
export const down = 'M5.5 8l4.5 4.5L14.5 8'
export const search = 'M9 3.75a5.25 5.25 0 1 1 0 10.5 5.25 5.25 0 0 1 0-10.5zM13 13l3.5 3.5'
export const seal =
  'M7.4 10.2l1.9 1.9 3.5-3.8M10 2.6l1.8 1.35 2.25.05.75 2.1 1.8 1.35-.65 2.15.65 2.15-1.8 1.35-.75 2.1-2.25.05L10 16.6l-1.8-1.35-2.25-.05-.75-2.1-1.8-1.35.65-2.15-.65-2.15 1.8-1.35.75-2.1 2.25-.05z'
/** Two that hold on to each other. */
export const link =
  'M6.25 6.7h1.7a3.3 3.3 0 0 1 0 6.6h-1.7a3.3 3.3 0 0 1 0-6.6zM12.05 6.7h1.7a3.3 3.3 0 0 1 0 6.6h-1.7a3.3 3.3 0 0 1 0-6.6z'
export const code =
  'M4 4h4.5v4.5H4zM11.5 4H16v4.5h-4.5zM4 11.5h4.5V16H4zM11.5 11.5H13V13h-1.5zM16 16v.01M16 12v.01M12 16v.01'
export const globe =
  'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5zM2.9 10h14.2M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25z'
export const phone =
  'M7 2.75h6a1.5 1.5 0 0 1 1.5 1.5v11.5a1.5 1.5 0 0 1-1.5 1.5H7a1.5 1.5 0 0 1-1.5-1.5V4.25A1.5 1.5 0 0 1 7 2.75zM9.25 14.75h1.5'
export const extension =
  'M8 4.75a1.75 1.75 0 0 1 3.5 0V6h2.75a1.5 1.5 0 0 1 1.5 1.5v2.25h-1.25a1.75 1.75 0 0 0 0 3.5h1.25v2.25a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 15.5v-8A1.5 1.5 0 0 1 5.5 6H8z'
/** Two lines with a knob each. */
export const sliders =
  'M3.75 7h5.5M13.75 7h2.5M11.5 4.75a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5zM3.75 13h2.5M10.75 13h5.5M8.5 10.75a2.25 2.25 0 1 1 0 4.5 2.25 2.25 0 0 1 0-4.5z'
export const receive = 'M10 3.75v8.5M6.5 8.75l3.5 3.5 3.5-3.5M4 15.75h12'
export const send = 'M10 12.25v-8.5M6.5 7.25L10 3.75l3.5 3.5M4 15.75h12'
export const swap = 'M4 7.25h11.5M12.5 4.25l3 3-3 3M16 12.75H4.5M7.5 9.75l-3 3 3 3'
export const picture =
  'M5.75 3.75h8.5a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-8.5a2 2 0 0 1-2-2v-8.5a2 2 0 0 1 2-2zM4 13.5l3.5-3.25 3 2.75 2.25-2 3.25 2.75M12.5 7.25v.01'
export const clock = 'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5zM10 6v4.25l2.75 1.75'
