/** What the integration generates. */
declare namespace App {
  interface Locals {
    auth: import('latchkey/astro').InferAuth<typeof import('./auth.js').onRequest>
  }
}
