import PostgresAdapter from '@auth/pg-adapter'
import type { OpenStore, Trial } from '../store.js'
import { postgresPool } from './pools.js'

export const trials: Trial[] = [{ adapter: '@auth/pg-adapter', store: 'PostgreSQL', open }]

/** The tables of the adapter's guide, and two columns of the app's own. */
const tables = `
  create table verification_token (
    identifier text not null, expires timestamptz not null, token text not null,
    primary key (identifier, token)
  );
  create table accounts (
    id serial primary key, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text,
    scope text, session_state text, token_type text
  );
  create table sessions (
    id serial primary key, "userId" integer not null, expires timestamptz not null,
    "sessionToken" varchar(255) not null
  );
  create table users (
    id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text,
    role text, phone text
  )`

async function open(): Promise<OpenStore> {
  const pool = await postgresPool('pg')
  await pool.query(tables)
  return {
    adapter: PostgresAdapter(pool),
    empty: () => pool.query('truncate users, accounts, sessions, verification_token'),
    close: () => pool.end(),
  }
}
