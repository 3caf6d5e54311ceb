/**
 * The SMTP server and the email parser of `npx latchkey dev`. The build copies them into this one file, as it does with `../../commander.ts`.
 *
 * @module
 */
export { default as PostalMime } from 'postal-mime'
export { SMTPServer } from 'smtp-server'
