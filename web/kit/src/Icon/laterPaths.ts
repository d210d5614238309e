/** What no view of the modal's first chunk draws: a page or chunk that does hands it to `addDrawings`. */

export const key =
  'M13 3.25a3.75 3.75 0 1 1 0 7.5a3.75 3.75 0 0 1 0-7.5zM10.35 9.65l-6.6 6.6M5.75 14.25l2 2M8 12l1.5 1.5'
export const trash =
  'M4 5.75h12M8 5.5V4.25a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1V5.5M5.5 6l.6 9.35a1.5 1.5 0 0 0 1.5 1.4h4.8a1.5 1.5 0 0 0 1.5-1.4L14.5 6'
/** What is written down. */
export const paper =
  'M5.75 3.25h8.5a1.25 1.25 0 0 1 1.25 1.25v11a1.25 1.25 0 0 1-1.25 1.25h-8.5a1.25 1.25 0 0 1-1.25-1.25v-11a1.25 1.25 0 0 1 1.25-1.25zM7.5 7h5M7.5 10h5M7.5 13h3'
/** A letter. */
export const mail =
  'M4.75 4.75h10.5a1.5 1.5 0 0 1 1.5 1.5v7.5a1.5 1.5 0 0 1-1.5 1.5H4.75a1.5 1.5 0 0 1-1.5-1.5v-7.5a1.5 1.5 0 0 1 1.5-1.5zM3.75 6.25L10 10.75l6.25-4.5'
