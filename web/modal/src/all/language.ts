/** Languages that are written from right to left, and those that stand in for them in tests. */
const rightToLeft = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/

/** Says in which language an element speaks (BCP 47), and which way it reads. */
export function setLanguage(element: HTMLElement, tag: string): void {
  element.lang = tag
  element.dir = rightToLeft.test(tag) ? 'rtl' : 'ltr'
}
