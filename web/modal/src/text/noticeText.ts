/** What is told at the foot of the page, in the language of the views. */
export * as noticeText from 'virtual:latchkit-text/en/notice'
