import styles from 'virtual:latchkit-frame/styles/later'
import en from 'virtual:latchkit-frame/text/en/later'
import type { ComponentType } from 'react'
import type { Tongue } from '../all/tongue.ts'
import type { LaterTexts } from '../text/Texts.ts'
import { Approve } from './Approve/Approve.tsx'
import type { LaterView } from './LaterView.ts'
import { Recover } from './Recover/Recover.tsx'

export const views: Record<LaterView, ComponentType> = { Approve, Recover }

export const texts: Record<Tongue, LaterTexts> = { en }

/** The look of these views, for `adoptedStyleSheets`. */
export const css: string = styles
