/**
 * Listens on `port` of localhost only, because the demo passwords are public. Rejects with `EADDRINUSE` if the port is in
 * use.
 *
 * @param {import('node:net').Server} server
 * @param {number} port
 * @returns {Promise<void>}
 */
export function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/**
 * Listens on `port` or, if it is in use, on the next free one.
 *
 * @param {import('node:net').Server} server
 * @param {number} port
 * @returns {Promise<number>}
 */
export async function listenFrom(server, port) {
  try {
    await listen(server, port)
    return port
  } catch (error) {
    if (error.code !== 'EADDRINUSE' || port >= 65_535) throw error
    return listenFrom(server, port + 1)
  }
}
