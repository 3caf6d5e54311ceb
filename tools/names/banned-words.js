/** Banned words, each with its replacement. */
const terms = {
  annex: 'standalone folder',
  desk: 'the name of the object',
  errand: 'request or action',
  facade: 'server API',
  hall: 'the name of the object',
  namesake: 'user with the same email',
  newcomer: 'new user',
  newsroom: 'channel',
  stranger: 'visitor or another user',
  strangers: 'visitors or other users',
  voucher: 'secret or token',
  vouchers: 'secrets or tokens',
  'the reference': 'Auth.js',
}

const pattern = new RegExp(`\\b(?:${Object.keys(terms).join('|')})\\b`, 'gi')

export const bannedWords = {
  /** Matches all banned words, in any case. */
  pattern,
  /** Returns the replacement of a word. */
  instead: word => terms[word.toLowerCase()],
}
