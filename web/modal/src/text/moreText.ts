/** The texts of the views that come later, by view: `moreText.Downloads.title({ wallet })`. */
export * as moreText from 'virtual:latchkit-text/en/more'
