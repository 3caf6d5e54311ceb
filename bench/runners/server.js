import { connect as connectSocket } from 'node:net'
import { origin } from '../candidates/request-fixture.js'
import { connect } from './connect.js'

/** The number of connections that send requests at the same time. */
const connections = 64

/**
 * Creates a runner that measures the processor time of a server per request. The requests come from this process, over connections that are
 * kept alive. The time is that of the process of the server only.
 *
 * @param {{ file: string, title: string, name: string }} selection file and title of the measure, name of the candidate
 */
export async function createServerRunner(selection) {
  const { ready, request, disconnect } = await connect('server-child.js', selection)
  const { port, path, cookie, expected } = ready
  const url = `http://127.0.0.1:${port}${path}`
  const text = formatRequest({ path, cookie })
  return {
    name: selection.name,
    async verify() {
      const response = await fetch(url, { headers: { cookie } })
      const { user } = await response.json()
      if (user?.email !== expected) throw new Error(`${selection.name} returned ${JSON.stringify(user)}.`)
    },
    async warmUp({ milliseconds, calls }) {
      for (let count = 0; count < calls; ) count += await sendRequests({ port, text, milliseconds })
    },
    async time(milliseconds) {
      await request('readCpu')
      const requests = await sendRequests({ port, text, milliseconds })
      return (await request('readCpu')) / requests
    },
    collectGarbage: () => request('collectGarbage'),
    disconnect,
  }
}

/** Formats the request of a browser, as a proxy that ends TLS forwards it: its cookies are those of the origin. */
function formatRequest({ path, cookie }) {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'x-forwarded-proto: https',
    `cookie: ${cookie}`,
    'accept: application/json',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Sends requests for a time. @returns how many got a response */
async function sendRequests({ port, text, milliseconds }) {
  const end = performance.now() + milliseconds
  const counts = await Promise.all(
    Array.from({ length: connections }, () => sendOnConnection({ port, text, end })),
  )
  return counts.reduce((sum, count) => sum + count)
}

/** Sends the next request when the first part of a response arrives. */
function sendOnConnection({ port, text, end }) {
  return new Promise((resolve, reject) => {
    let count = 0
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(text))
    socket.setNoDelay().setEncoding('latin1').once('error', reject)
    socket.on('data', data => {
      if (!data.startsWith('HTTP/1.1 ')) return
      if (!data.startsWith('HTTP/1.1 200')) reject(new Error(`The server responded ${data.slice(9, 200)}.`))
      count += 1
      if (performance.now() < end) socket.write(text)
      else socket.end()
    })
    socket.once('close', () => resolve(count))
  })
}
