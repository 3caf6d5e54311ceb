const MAX_LENGTH = 16_384

/**
 * Reads the fields of a submitted form.
 *
 * @param {import('node:http').IncomingMessage} req
 */
export async function readForm(req) {
  const chunks = []
  let length = 0
  for await (const chunk of req) {
    length += chunk.length
    if (length > MAX_LENGTH) throw new Error(`The form is larger than ${MAX_LENGTH} bytes.`)
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
