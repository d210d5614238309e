import { Checkbox } from '../../../kit/src/Checkbox/Checkbox.tsx'
import { useSend } from '../../../shell/src/views/useSend.ts'
import { marked } from '../text/marked.ts'
import type { FirstTexts } from '../text/Texts.ts'
import { useText } from '../text/useText.ts'
import { useShown } from './useShown.ts'

/**
 * Below the ways to connect: the site's terms, to be read or to be accepted, that its setup is not right, and
 * who made this.
 */
export function Legal() {
  const text = useText()
  const words = text.Connect.legal
  const { legalCheckbox, isAccepted, branding, alert } = useShown('features')
  const send = useSend()
  return (
    <>
      {legalCheckbox ? (
        <Checkbox
          isChecked={isAccepted}
          onChange={isNowAccepted => send({ type: 'acceptTerms', isAccepted: isNowAccepted })}
        >
          <Sentence of={words.accept} />
        </Checkbox>
      ) : (
        <Sentence of={words.agree} />
      )}
      {alert && <p className="Legal">{words.alert()}</p>}
      {branding && <p className="Legal">{text.dialog.branding()}</p>}
    </>
  )
}

/** The sentence about what the site has: terms, a privacy policy, both; nothing where it has neither. */
function Sentence({ of: sentences }: { of: FirstTexts['Connect']['legal']['agree'] }) {
  const text = useText()
  const { termsUrl, privacyUrl } = useShown('features')
  const urls: { [mark: string]: string | undefined } = { terms: termsUrl, privacy: privacyUrl }
  const alone = termsUrl ? 'terms' : 'privacy'
  if (!urls[alone]) return
  const sentence = sentences[termsUrl && privacyUrl ? 'both' : alone]()
  return (
    <span className="Legal">
      {marked(sentence).map(piece =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <a key={piece.mark} href={urls[piece.mark]} target="_blank" rel="noopener noreferrer">
            {piece.words}
            <span className="unseen"> {text.dialog.newTab()}</span>
          </a>
        ),
      )}
    </span>
  )
}
