import { defineEmail } from './define-email.js'

/**
 * Sends the links by Loops, in a mail that is written there.
 *
 * - Give the `transactionalId` of that mail; its variables are `url`, and `code` with `code: true`. Sender, words and
 *   language are the mail's own.
 *
 * @see https://app.loops.so/settings?page=api
 */
export const Loops = defineEmail<{ transactionalId: string }>({
  id: 'loops',
  name: 'Loops',
  url: 'https://app.loops.so/api/v1/transactional',
  authorization: { bearer: '{apiKey}' },
  requiredOptions: ['transactionalId'],
  body: ({ to, url, code }, { transactionalId }) => ({
    transactionalId,
    email: to,
    dataVariables: { url, ...(code && { code }) },
  }),
})

/** @alias */
export default Loops
