/**
 * SQL that fills a database: ten sessions for each user, and one account. Ids and tokens are as long as real ones and in random
 * order, so that rows created together are not adjacent in an index.
 *
 * @module
 */
export const provider = 'harbor'

/** Tokens as long as those of the provider of `latchkey/testing`, so that new ones fit into the same space. */
export const tokens = { access_token: 'a'.repeat(43), id_token: 'i'.repeat(640) }

/** Differences of the dialects. `shuffle` maps numbers to other numbers, one to one. */
const shuffle = '((i * 2654435761) & 4294967295)'
export const sqlite = {
  series: count =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n)`,
  userId: `printf('%08x-5b1e-7f3a-9c55-%012x', ${shuffle}, i)`,
  accountId: `printf('1%020d', ${shuffle})`,
  token: 'lower(hex(randomblob(32)))',
  time: milliseconds => milliseconds,
}
export const postgres = {
  series: count => `generate_series(1, ${count}::bigint) as series(i)`,
  userId: `lpad(to_hex(${shuffle}), 8, '0') || '-5b1e-7f3a-9c55-' || lpad(to_hex(i), 12, '0')`,
  accountId: `'1' || lpad(${shuffle}::text, 20, '0')`,
  token: `replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
  time: milliseconds => `to_timestamp(${milliseconds} / 1000.0)`,
}

/** Builds the statements that insert `count` sessions with their users and accounts into the named tables. */
export function buildInsertStatements({ dialect, tables, countsUsers = false }, count) {
  const users = count / 10
  const { series, userId, accountId, token, time } = dialect
  const owner = countsUsers ? 'i' : userId
  const [idColumn, id] = countsUsers ? ['', ''] : ['id, ', `${userId}, `]
  return [
    `insert into ${tables.users} (${idColumn}name, email, image)
       select ${id}'Ada Lovelace ' || i, 'ada.lovelace.' || i || '@example.com', 'https://images.example/ada/' || i
       from ${series(users)}`,
    `insert into ${tables.accounts} ("userId", type, provider, "providerAccountId", access_token, id_token, token_type, scope)
       select ${owner}, 'oidc', '${provider}', ${accountId}, '${tokens.access_token}', '${tokens.id_token}', 'bearer',
         'openid profile email' from ${series(users)}`,
    `insert into ${tables.sessions} ("sessionToken", "userId", expires)
       select token, ${owner}, ${time('expires')} from (
         select ${token} as token, ${Date.now()} + 2592000000 - i % 36000000 as expires, i % ${users} + 1 as i
         from ${series(count)}) as made`,
  ]
}

/** Builds the statements that read all rows of SQLite. */
export function buildScanStatements({ tables }) {
  return [
    `select max(expires), sum(length("userId")) from ${tables.sessions} not indexed`,
    `select sum(length(image)) from ${tables.users} not indexed`,
  ]
}

/** Builds the queries of a random sample. */
export function buildSampleQueries({ tables }, limit = 100_000) {
  const buildQuery = (columns, table) => `select ${columns} from ${table} order by random() limit ${limit}`
  return {
    sessions: buildQuery('"sessionToken" as token', tables.sessions),
    accounts: buildQuery('"providerAccountId" as id, "userId" as owner', tables.accounts),
  }
}
