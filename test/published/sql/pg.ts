import PostgresAdapter from '@auth/pg-adapter'
import type { OpenStore, Trial } from '../adapter-trial.js'
import { createPostgresPool } from './pools.js'

const adapter = '@auth/pg-adapter'

export const trials: Trial[] = [
  {
    adapter,
    store: 'PostgreSQL',
    needs: 'postgres',
    limits: { ids: 'generated', orphans: 'accepted' },
    open: () => open(),
  },
  {
    adapter,
    store: 'PostgreSQL',
    needs: 'postgres',
    patched: 'with unique indexes and foreign keys',
    limits: { ids: 'generated' },
    open: () => open(constraints),
  },
]

/** Constraints that the guide lacks. */
const constraints = `
  create unique index on users (email);
  create unique index on accounts (provider, "providerAccountId");
  create unique index on sessions ("sessionToken");
  alter table accounts add foreign key ("userId") references users (id) on delete cascade;
  alter table sessions add foreign key ("userId") references users (id) on delete cascade`

/** The tables from the adapter's guide. */
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
    id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text
  )`

async function open(more = ''): Promise<OpenStore> {
  const pool = await createPostgresPool()
  await pool.query(`${tables};${more}`)
  return {
    adapter: PostgresAdapter(pool),
    empty: () => pool.query('truncate users, accounts, sessions, verification_token'),
    close: () => pool.end(),
  }
}
