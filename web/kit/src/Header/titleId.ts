/** The `id` of the heading that names the dialog, in its skeleton and in every view. */
export const TITLE_ID = 'lk-title'
