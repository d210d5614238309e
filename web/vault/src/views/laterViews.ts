import styles from 'virtual:latchkit-frame/styles/later'
import en from 'virtual:latchkit-frame/text/en/later'
import type { ComponentType } from 'react'
import type { Tongue } from '../all/tongue.ts'
import type { LaterTexts } from '../text/Texts.ts'
import { Approve } from './Approve/Approve.tsx'
import { Choose } from './Choose/Choose.tsx'
import { Factor } from './Factor/Factor.tsx'
import type { LaterView } from './LaterView.ts'
import { NewEmail } from './NewEmail/NewEmail.tsx'
import { NewEmailOtp } from './NewEmailOtp/NewEmailOtp.tsx'
import { Prove } from './Prove/Prove.tsx'
import { Recover } from './Recover/Recover.tsx'
import { Review } from './Review/Review.tsx'
import { ReviewWindow } from './ReviewWindow/ReviewWindow.tsx'
import { Settings } from './Settings/Settings.tsx'
import { Words } from './Words/Words.tsx'

export const views: Record<LaterView, ComponentType> = {
  Approve,
  Choose,
  Factor,
  NewEmail,
  NewEmailOtp,
  Prove,
  Recover,
  Review,
  ReviewWindow,
  Settings,
  Words,
}

export const texts: Record<Tongue, LaterTexts> = { en }

/** The look of these views, for `adoptedStyleSheets`. */
export const css: string = styles
