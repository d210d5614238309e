/** Languages that are written from right to left, and those that stand in for them in tests. */
const rightToLeft = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/

/** Whether a language (BCP 47) is written from right to left. */
export const isRightToLeft = (tag: string): boolean => rightToLeft.test(tag)

/** Says in which language an element speaks (BCP 47), and which way it reads. */
export function setLanguage(element: HTMLElement, tag: string): void {
  element.lang = tag
  element.dir = isRightToLeft(tag) ? 'rtl' : 'ltr'
}
