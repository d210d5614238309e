import { useContext, useEffect, useRef } from 'react'
import { PlacesContext } from './PlacesContext.ts'

/** The words of the secret that is to show, as a numbered list. They are drawn by what keeps them, and by nobody else. */
export function SecretWords({ label, isHidden = false }: { label: string; isHidden?: boolean }) {
  const places = useContext(PlacesContext)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => (list.current ? places?.keepPlace('words', list.current) : undefined), [places])
  return (
    <ol
      ref={list}
      className={isHidden ? 'SecretWords hidden' : 'SecretWords'}
      aria-label={label}
      aria-hidden={isHidden || undefined}
      // The words are English in every language.
      dir="ltr"
      lang="en"
      translate="no"
    />
  )
}
