/**
 * CPU time of one `GET /auth/session` over `node:http`: the server of this tree, of other trees, and a hand-written read of the same
 * token. Each server is a process of its own. They take turns of 200 requests in one run, and the CPU time is their own.
 *
 * `node bench/http.js [other root ...]` prints microseconds per request and the ratio to the hand-written read.
 *
 * @module
 */
import { fork } from 'node:child_process'
import { Agent, createServer, get } from 'node:http'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ownRoot = fileURLToPath(new URL('..', import.meta.url))
const secret = 'a secret of more than thirty-two characters'
const cookieName = 'authjs.session-token'
const rounds = 40
const requestsPerTurn = 200

if (process.send) await serve(process.argv[2], process.argv[3])
else await compare()

async function serve(kind, root) {
  const dist = path => import(pathToFileURL(join(root, 'dist', path)).href)
  const handler = kind === 'baseline' ? await createBaseline(dist) : await createAuth(dist)
  const server = createServer(handler).listen(0, '127.0.0.1', () => process.send(server.address().port))
  process.on('message', () => process.send(process.cpuUsage()))
}

async function createAuth(dist) {
  const { NodeAuth } = await dist('integrations/node.js')
  return NodeAuth({ secret, trustHost: true, providers: [] })
}

/** Decrypts the cookie, serializes the session and sets the cookie again: the least that the action does. */
async function createBaseline(dist) {
  const { decode, encode } = await dist('jwt.js')
  return async (req, res) => {
    const token = /authjs\.session-token=([^;]*)/.exec(req.headers.cookie)[1]
    const { name, email, picture } = await decode({ token, secret, salt: cookieName })
    const renewed = await encode({ token: { name, email, picture }, secret, salt: cookieName })
    res.setHeader('set-cookie', `${cookieName}=${renewed}; Path=/; HttpOnly; SameSite=Lax`)
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ user: { name, email, image: picture }, expires: new Date().toISOString() }))
  }
}

async function compare() {
  const roots = [ownRoot, ...process.argv.slice(2).map(path => resolve(path))]
  const { encode } = await import(pathToFileURL(join(ownRoot, 'dist/jwt.js')).href)
  const claims = { sub: '1', name: 'Ada', email: 'ada@example.com', picture: 'https://example.com/a.png' }
  const cookie = `${cookieName}=${await encode({ token: claims, secret, salt: cookieName })}`
  const servers = [
    await start('baseline', ownRoot, 'hand-written'),
    ...(await Promise.all(roots.map(root => start('auth', root, root)))),
  ]
  for (const server of servers) await takeTurn(server, cookie)
  for (const server of servers) server.times = []
  for (let round = 0; round < rounds; round++) for (const server of servers) await takeTurn(server, cookie)
  const [baseline, ...others] = servers.map(({ label, times }) => ({ label, time: getMedian(times) }))
  console.log(`${baseline.time.toFixed(1).padStart(8)} us         ${baseline.label}`)
  for (const { label, time } of others)
    console.log(`${time.toFixed(1).padStart(8)} us  ${(time / baseline.time).toFixed(2)} x  ${label}`)
  for (const { child } of servers) child.kill()
  process.exit()
}

async function start(kind, root, label) {
  const child = fork(fileURLToPath(import.meta.url), [kind, root])
  const port = await new Promise(done => child.once('message', done))
  return { child, port, label, times: [], agent: new Agent({ keepAlive: true }) }
}

async function takeTurn(server, cookie) {
  const before = await readCpu(server)
  for (let i = 0; i < requestsPerTurn; i++) await request(server, cookie)
  server.times.push(((await readCpu(server)) - before) / requestsPerTurn)
}

function readCpu({ child }) {
  child.send('cpu')
  return new Promise(done => child.once('message', ({ user, system }) => done(user + system)))
}

function request({ port, agent }, cookie) {
  return new Promise((done, fail) => {
    get({ port, path: '/auth/session', headers: { cookie }, agent }, response => {
      if (response.statusCode !== 200) fail(new Error(`Status ${response.statusCode}.`))
      response.resume().once('end', done)
    }).once('error', fail)
  })
}

function getMedian(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
