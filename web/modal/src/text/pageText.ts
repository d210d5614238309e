import texts from 'virtual:latchkit-text/en/page'

/** The few texts of the entry: the page's buttons, the dialog's skeleton, alerts for developers. */
export const pageText = texts.page
export const alertText = texts.alerts
