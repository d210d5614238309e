import { useState } from 'react'
import { Button } from '../../../../kit/src/Button/Button.tsx'
import { SearchField } from '../../../../kit/src/SearchField/SearchField.tsx'
import { StatusPanel } from '../../../../kit/src/StatusPanel/StatusPanel.tsx'
import { useSend } from '../../../../shell/src/views/useSend.ts'
import { shorten } from '../../text/format.ts'
import { useLazyText } from '../../text/useText.ts'
import { NetworkRows } from '../NetworkRows.tsx'
import { useShown } from '../useShown.ts'
import { ViewLayout } from '../ViewLayout.tsx'

/** Fewer networks are seen at a glance. */
const SEARCHED_FROM = 7

/** The networks of the site. */
export function Networks() {
  const text = useLazyText()
  const words = text.Networks
  const { list, active } = useShown('networks')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const found = list.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return (
    <ViewLayout
      name="Networks"
      title={text.titles.Networks()}
      status={wanted !== '' && words.found({ count: found.length })}
      top={
        list.length >= SEARCHED_FROM && (
          <SearchField
            label={words.search()}
            placeholder={words.search()}
            value={typed}
            onChange={setTyped}
            clearLabel={words.clear()}
          />
        )
      }
      foot={<Footer />}
    >
      {found.length > 0 ? (
        <NetworkRows rows={found} active={active} />
      ) : (
        <StatusPanel
          subject="search"
          title={words.empty.title({ query: shorten(typed) })}
          body={words.empty.body()}
        >
          <Button kind="primary" onClick={() => setTyped('')}>
            {words.empty.clear()}
          </Button>
        </StatusPanel>
      )}
    </ViewLayout>
  )
}

function Footer() {
  const text = useLazyText()
  const send = useSend()
  return (
    <p className="Legal">
      <button type="button" onClick={() => send({ type: 'show', view: 'WhatIsANetwork' })}>
        {text.titles.WhatIsANetwork()}
      </button>
    </p>
  )
}
