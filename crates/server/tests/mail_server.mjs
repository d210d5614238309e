// A real mail server for tests: it takes mails and prints each as a line of JSON, after a line with its port.
//
// Of `unknown.example` it knows nobody; for `slow.example` it takes twelve seconds.
import { SMTPServer } from 'smtp-server'

const SLOW_MS = 12_000

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    if (!address.endsWith('@unknown.example')) return callback()
    callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
  },
  onData(stream, session, callback) {
    const pieces = []
    stream.on('data', piece => pieces.push(piece))
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      const raw = Buffer.concat(pieces).toString('utf8')
      const take = () => {
        console.log(JSON.stringify({ from: mailFrom.address, to, raw }))
        callback()
      }
      setTimeout(take, to.some(it => it.endsWith('@slow.example')) ? SLOW_MS : 0)
    })
  },
})
server.listen(0, '127.0.0.1', () => console.log(server.server.address().port))
