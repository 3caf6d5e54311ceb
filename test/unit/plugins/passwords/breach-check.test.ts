import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createBreachCheck } from '../../../../src/plugins/passwords/rules/breach-check.js'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Starts a server in place of the service. The `fetch` sends it what is for the service. */
async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send: typeof fetch = (input, init) =>
    fetch(String(input).replace('https://api.pwnedpasswords.com/', `http://localhost:${port}/`), init)
  return { requests, check: createBreachCheck({ fetch: send }) }
}

const password = 'correct horse battery staple'
const hash = hashSha1(password)

function hashSha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase()
}

/** Lines as the service sends them. */
function renderRange(...lines: string[]): string {
  return ['0018A45C4D1DEF81644B54AB7F969B88D65:1', ...lines, '011053FD0102E94D6AE2F8B83D76FAF94F6:0'].join(
    '\r\n',
  )
}

function failOnLog(message: string): never {
  throw new Error(message)
}

test('sends the first five characters of the hash alone, and asks for padding', async () => {
  const { check, requests } = await serve((_, response) => response.end(renderRange()))
  expect(await check(password, failOnLog)).toBe(false)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ method: 'GET', url: `/range/${hash.slice(0, 5)}` })
  expect(requests[0]?.headers).toMatchObject({ 'add-padding': 'true' })
  expect(JSON.stringify(requests[0]?.rawHeaders)).not.toContain(hash.slice(5))
})

test.each([
  ['a known password', `${hash.slice(5)}:3730471`, true],
  ['a suffix in lower case', `${hash.slice(5).toLowerCase()}:2`, true],
  ['padding', `${hash.slice(5)}:0`, false],
  ['a line without a count', hash.slice(5), false],
  ['a longer suffix', `${hash.slice(5)}0:1`, false],
])('%s', async (_, line, isBreached) => {
  const { check } = await serve((_, response) => response.end(renderRange(line)))
  expect(await check(password, failOnLog)).toBe(isBreached)
})

test('the hash is that of the NFC form', async () => {
  const suffix = hashSha1('Zo\u00eb Lovelace').slice(5)
  const { check } = await serve((_, response) => response.end(renderRange(`${suffix}:1`)))
  expect(await check('Zoe\u0308 Lovelace', failOnLog)).toBe(true)
})

const line = `${hash.slice(5)}:9`
const failures: [string, RequestListener][] = [
  ['status 500', (_, response) => response.writeHead(500).end(line)],
  ['status 429', (_, response) => response.writeHead(429).end(line)],
  ['status 206', (_, response) => response.writeHead(206).end(line)],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end(line)],
  ['a connection that ends', request => request.socket.destroy()],
  ['no response', () => {}],
  ['a response that never ends', (_, response) => void response.write(renderRange(line))],
  ['a response of 2 MB', (_, response) => response.end(renderRange(line).padEnd(2_000_000))],
]

test.each(failures)(
  'with %s, a password is accepted, and the first failure is logged',
  async (_, listener) => {
    const { check } = await serve(listener)
    const logs: string[] = []
    const log = (message: string, error: unknown) => logs.push(`${message} ${error}`)
    expect(await check(password, log)).toBe(false)
    expect(await check(password, log)).toBe(false)
    expect(logs).toEqual([expect.stringContaining('breach check')])
    expect(logs.join()).not.toMatch(new RegExp(`${hash.slice(5)}|${password}`, 'i'))
  },
)
