import type { Reading } from '../../generated/Reading.ts'
import { useLaterText } from '../../text/useText.ts'
import { keyed } from '../keyed.ts'

/** The words that are signed, or the values of typed data: all of it as it came, and nothing of it read as ours. */
export function Message({ reading }: { reading: Reading }) {
  const words = useLaterText().Approve
  const { text, fields, fieldsLeftOut } = reading
  return (
    <>
      {text && (
        <section className="Message">
          <h3>{text.isBytes ? words.bytes() : words.message()}</h3>
          <pre className={text.isBytes ? 'bytes' : undefined}>
            <bdi>{text.text}</bdi>
          </pre>
          {text.leftOut > 0 && <p className="rest">{words.moreSigns({ count: text.leftOut })}</p>}
        </section>
      )}
      {fields.length > 0 && (
        <section className="Message">
          <h3>{words.data()}</h3>
          <dl>
            {keyed(fields).map(({ key, part: { path, kind, value } }) => (
              <div key={key}>
                <dt>
                  <bdi>{path}</bdi> <bdi className="kind">{kind}</bdi>
                </dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {fieldsLeftOut > 0 && <p className="rest">{words.more({ count: fieldsLeftOut })}</p>}
        </section>
      )}
    </>
  )
}
