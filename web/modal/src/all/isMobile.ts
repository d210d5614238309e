/** A browser of a phone or a tablet; that of an iPad says it is a Mac's. */
export const isMobile = ({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /Android|iP[aho]/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
