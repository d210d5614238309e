/** The few texts of the entry: the page's buttons, the dialog's skeleton, alerts for developers. */
export * as alertText from 'virtual:latchkit-text/en/alerts'
export * as pageText from 'virtual:latchkit-text/en/page'
