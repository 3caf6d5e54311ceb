/**
 * Listens on `port`, for this machine only: everybody knows the passwords of a demo. Rejects with `EADDRINUSE` when
 * the port is taken.
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
 * Listens on `port` or, when that is taken, on the first free one after it.
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
