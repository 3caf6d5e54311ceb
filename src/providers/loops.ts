import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Loops. The email is a template in Loops.
 *
 * - Set `transactionalId` to the id of the template. Its variables are `url`, and `code` with `oneTimeCode: true`. The
 *   template defines sender, text and language.
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

/** The provider that {@link Loops} returns. The name in Auth.js. */
export type LoopsConfig = ReturnType<typeof Loops>

/** The options of {@link Loops}. The name in Auth.js. */
export type LoopsUserConfig = NonNullable<Parameters<typeof Loops>[0]>

export default Loops
